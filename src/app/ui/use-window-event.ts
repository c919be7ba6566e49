import { useEffectEvent, useLayoutEffect } from 'react';

/** Listens to an event on the window while the component is mounted and `isOn`. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  isOn = true,
): void {
  const hear = useEffectEvent(listener);
  // React can't attach listeners to the window.
  useLayoutEffect(() => {
    if (!isOn) return;
    window.addEventListener(type, hear);
    return () => window.removeEventListener(type, hear);
  }, [type, isOn]);
}

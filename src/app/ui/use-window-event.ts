import { useEffectEvent, useLayoutEffect } from 'react';

/** Hears an event of the window, or one that rises to it, for as long as it is told to. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  isOn = true,
): void {
  const hear = useEffectEvent(listener);
  // The window stands outside of what React renders; no event is missed once that is drawn.
  useLayoutEffect(() => {
    if (!isOn) return;
    window.addEventListener(type, hear);
    return () => window.removeEventListener(type, hear);
  }, [type, isOn]);
}

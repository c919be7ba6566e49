import { useSyncExternalStore } from 'react';

/** From where on the frame has its navigation at the side. */
const wide = '(min-width: 900px)';

/** Whether there is room for two columns, for what must differ in more than its look. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
}

function subscribe(onChange: () => void) {
  const query = window.matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

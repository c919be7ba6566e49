import { useSyncExternalStore } from 'react';

/** From where on the frame has its navigation at the side; in em, as larger letters need more room. */
const wide = '(min-width: 56.25em)';

/**
 * Whether there is room for two columns, for what must differ in more than its look. Rendered without a
 * window, a page is a phone's.
 */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => false,
  );
}

function subscribe(onChange: () => void) {
  const query = window.matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

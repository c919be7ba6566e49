import { useCallback, useState } from 'react';

// Where a browser can't tell, everything counts as in view.
const canTell = () => typeof IntersectionObserver !== 'undefined';

/** Whether an element is in view or nearly so, and the ref to give it. */
export function useInView() {
  const [inView, setInView] = useState(() => !canTell());
  const watch = useCallback((element: Element | null) => {
    if (!element || !canTell()) return;
    const observer = new IntersectionObserver(
      ([entry]) => setInView(entry?.isIntersecting ?? true),
      { rootMargin: '100px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [inView, watch] as const;
}

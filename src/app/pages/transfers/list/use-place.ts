import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { keepPlace, type Place, placeIn } from './place.ts';

/** The row that the keyboard is at, and the place that the list was left at, for who comes back to it. */
export function usePlace(windows: number) {
  const { pathname, search } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const address = pathname + search;
  const [left] = useState(() => (isBack ? placeIn(address) : undefined));
  const [active, setActive] = useState(left?.id ?? null);
  const latest = useRef<Place>(undefined);

  // Leaving tells neither what was active last nor what was loaded.
  useLayoutEffect(() => {
    latest.current = { address, windows, id: active, scroll: 0 };
  }, [address, windows, active]);

  // As the page goes, by a link or by a reload, it still stands where the person was.
  useLayoutEffect(() => {
    function keep() {
      if (latest.current) keepPlace({ ...latest.current, scroll: window.scrollY });
    }
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, []);

  // The focus returns after the layout has moved it to the heading, as it does on every new page.
  useEffect(() => {
    if (!left?.id) return;
    const timer = setTimeout(() => linkOf(left.id)?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, [left]);

  return { left, active, setActive };
}

/** The link of a row that is in the document. */
export function linkOf(id: string | null): HTMLElement | null {
  return id === null ? null : document.querySelector(`a[data-transfer="${id}"]`);
}

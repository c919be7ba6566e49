import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Moves the focus to the page's h1 after navigation to another path, not when only the query changes. */
export function useFocusOnNewPage(main: RefObject<HTMLElement | null>): void {
  const { pathname, key } = useLocation();
  // On the first page the focus stays where the browser put it.
  const shown = useRef(key === 'default' ? pathname : null);

  // The new page's h1 can take the focus only once it is in the document.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A prerendered form may be in use already.
    if (main.current?.querySelector(':focus')) return;
    const target = main.current?.querySelector('h1') ?? main.current;
    target?.focus({ preventScroll: true });
  }, [pathname, main]);
}

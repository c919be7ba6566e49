import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Moves the focus to the page's h1 when another page has come, not when its search changes. */
export function useFocusOnNewPage(main: RefObject<HTMLElement | null>): void {
  const { pathname, key } = useLocation();
  // The page that the app opens on leaves the focus where the browser put it.
  const shown = useRef(key === 'default' ? pathname : null);

  // Focus can move only once the new page stands in the document.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The form that came with the page may be in use already.
    if (main.current?.querySelector(':focus')) return;
    const target = main.current?.querySelector('h1') ?? main.current;
    target?.focus({ preventScroll: true });
  }, [pathname, main]);
}

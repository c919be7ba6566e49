import { type RefObject, useLayoutEffect, useState } from 'react';

/** Until one was measured, more than any row: what is too tall can still be scrolled to its place. */
let known = 120;

/** The height that all rows have, by one that stands in the page for it, at this width and text size. */
export function useRowHeight(ruler: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(known);

  // Only the browser knows how tall a row is, before it is painted and whenever the window changes.
  useLayoutEffect(() => {
    function measure() {
      known = ruler.current?.getBoundingClientRect().height || known;
      setHeight(known);
    }
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [ruler]);

  return height;
}

import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';

/** Until one was measured, more than any row: what is too tall can still be scrolled to its place. */
let known = 120;

/**
 * The height that all rows have, by one that stands in the page for it, at this width and text size.
 * `onChange` is told the height of before, as long as the rows still have it.
 */
export function useRowHeight(
  ruler: RefObject<HTMLElement | null>,
  onChange: (before: number) => void,
): number {
  const [height, setHeight] = useState(known);
  const changed = useEffectEvent(onChange);

  // Only the browser knows how tall a row is, before it is painted and whenever the window changes.
  useLayoutEffect(() => {
    function measure() {
      const before = known;
      known = ruler.current?.getBoundingClientRect().height || known;
      if (known !== before) setHeight(known);
      return before;
    }
    function resize() {
      const before = measure();
      if (known !== before) changed(before);
    }
    measure();
    window.addEventListener('resize', resize);
    return () => window.removeEventListener('resize', resize);
  }, [ruler]);

  return height;
}

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TransferRow } from '../../../../contract/api/transfer.ts';
import { useRowHeight } from './use-row-height.ts';

/** Rows beyond the edges of the window, so that a quick flick of the finger finds them drawn. */
const overscan = 8;
/** Where the list began when it was last seen: it is drawn there at once the next time. */
let knownMargin = 0;
/** Of the window, for what stands over its edges: the tabs of a phone. */
const edge = 64;

type Options = {
  element: RefObject<HTMLElement | null>;
  ruler: RefObject<HTMLElement | null>;
  rows: readonly TransferRow[];
  /** The id of the row that keeps the focus, which stays in the document wherever it is. */
  active: string | null;
  initialScroll: number | undefined;
};

/** Which rows are to be in the document, and where. The window scrolls, not the list. */
export function useVirtualRows({ element, ruler, rows, active, initialScroll }: Options) {
  const [scrollMargin, setScrollMargin] = useState(knownMargin);
  // How many rows are above the window while their height changes.
  const rowsAbove = useRef(0);
  const height = useRowHeight(ruler, (before) => {
    rowsAbove.current = (window.scrollY - scrollMargin) / before;
  });
  const activeIndex = useMemo(() => rows.findIndex(({ id }) => id === active), [rows, active]);

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    estimateSize: () => height,
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    // What is in view is seen first.
    overscan: useDeferredValue(overscan, 0),
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin,
    scrollPaddingStart: edge,
    scrollPaddingEnd: edge,
    initialOffset: () => initialScroll ?? window.scrollY,
    rangeExtractor: useCallback((range: Range) => withActive(range, activeIndex), [activeIndex]),
  });

  // All rows grow or shrink at once, at another width of the window.
  const laidOut = useRef(height);
  useLayoutEffect(() => {
    if (height === laidOut.current) return;
    laidOut.current = height;
    virtualizer.measure();
  }, [virtualizer, height]);

  // Whatever comes or goes above the list moves it, which only the document can tell.
  useLayoutEffect(() => {
    const top = element.current?.getBoundingClientRect().top ?? 0;
    knownMargin = Math.round(top + window.scrollY);
    if (knownMargin !== scrollMargin) setScrollMargin(knownMargin);
    // At another height the same row stays in view, not the same distance from the top.
    if (rowsAbove.current > 0) window.scrollTo(0, knownMargin + rowsAbove.current * height);
    rowsAbove.current = 0;
  });

  const items = virtualizer.getVirtualItems().map(({ index }) => ({ index, top: index * height }));
  return { virtualizer, height, activeIndex, items, range: virtualizer.range };
}

/** The rows in view, and the active one with its neighbours, which Tab goes to. */
function withActive(range: Range, active: number): number[] {
  const inView = defaultRangeExtractor(range);
  if (active < 0) return inView;
  const near = [active - 1, active, active + 1].filter(
    (index) => index >= 0 && index < range.count,
  );
  return [...new Set([...inView, ...near])].sort((a, b) => a - b);
}

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
import { lastLayout } from './scroll-restoration.ts';

/** Rows beyond the edges of the window, so that a quick flick of the finger finds them drawn. */
const overscan = 8;
/** Of the window, for what stands over its edges: the tabs of a phone. */
const edge = 64;

type Options = {
  list: RefObject<HTMLElement | null>;
  rows: readonly TransferRow[];
  /** The id of the row that keeps the focus, which stays in the document wherever it is. */
  active: string | null;
  initialScroll: number | undefined;
};

/** Which rows are to be in the document, and where. The window scrolls, not the list. */
export function useVirtualRows({ list, rows, active, initialScroll }: Options) {
  const [scrollMargin, setScrollMargin] = useState(lastLayout.listTop);
  const laidOutFor = useRef(lastLayout.rowHeight);
  // At another height the same rows stay above the window, not as many pixels.
  const rowsAbove = useRef(0);
  const activeIndex = useMemo(() => rows.findIndex(({ id }) => id === active), [rows, active]);

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    estimateSize: () => lastLayout.rowHeight,
    measureElement: measureRow,
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
  // All rows grow or shrink at once, which is made up for below.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = never;

  // Only the document tells where the list begins, and how tall a row is at this width and text size.
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    lastLayout.listTop = Math.round(top + window.scrollY);
    if (lastLayout.listTop !== scrollMargin) setScrollMargin(lastLayout.listTop);
    if (lastLayout.rowHeight !== laidOutFor.current) {
      rowsAbove.current = (window.scrollY - scrollMargin) / laidOutFor.current;
      laidOutFor.current = lastLayout.rowHeight;
      // Draws the list anew, as long as it is then.
      virtualizer.measure();
      return;
    }
    if (rowsAbove.current > 0)
      window.scrollTo(0, lastLayout.listTop + rowsAbove.current * lastLayout.rowHeight);
    rowsAbove.current = 0;
  });

  return {
    virtualizer,
    activeIndex,
    /** The first that can be seen whole. */
    firstInView: () => Math.ceil((window.scrollY - scrollMargin) / lastLayout.rowHeight),
  };
}

const never = () => false;

/** As tall as this row are all; a browser may tell a height in fractions that differ by nothing seen. */
function measureRow(row: HTMLElement): number {
  const { height } = row.getBoundingClientRect();
  if (height > 0 && Math.abs(height - lastLayout.rowHeight) >= 0.5) lastLayout.rowHeight = height;
  return lastLayout.rowHeight;
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

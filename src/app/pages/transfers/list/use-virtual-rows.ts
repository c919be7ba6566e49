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
import { useHydrated } from '../../../hydration/hydrated-part.tsx';
import type { ListRow } from './list-rows.ts';
import { type Heights, lastLayout, offsetOf, rowsBefore } from './scroll-restoration.ts';

/** Rows rendered beyond the viewport, so that a fast scroll shows no gap. */
const overscan = 8;
/** Rows before hydration, more than a screen shows: the server does not know its height. */
const unplacedRows = 20;
/** Pixels of the viewport that may be covered, such as by the bottom navigation on a phone. */
const edge = 64;

type Options = {
  list: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  /** The indexes of the rows with a heading above them, lowest first. */
  starts: readonly number[];
  /** Id of the focused row, which stays rendered wherever the list is scrolled. */
  active: string | null;
  initialScroll: number | undefined;
};

/**
 * Virtualizes the rows, each with the heading above it; the window scrolls, not the list. On the server and until
 * the browser has hydrated, the first rows are not placed: they stand one below the other, where they will be placed.
 * With large text on a phone a row wraps, and each has a height of its own: all rows then stand one below the other.
 */
export function useVirtualRows({ list, rows, starts, active, initialScroll }: Options) {
  const isPlaced = useHydrated();
  const [isStacked, setIsStacked] = useState(lastLayout.isStacked);
  const [scrollMargin, setScrollMargin] = useState(lastLayout.listTop);
  const laidOutFor = useRef({ ...heights(), starts });
  // When heights or headings change, the scroll position keeps the number of rows above, not the pixels.
  const rowsAbove = useRef(0);
  const activeIndex = useMemo(() => rows.findIndex(({ id }) => id === active), [rows, active]);
  const withHeading = useMemo(() => new Set(starts), [starts]);

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    estimateSize: (index) => heightOf(withHeading.has(index)),
    measureElement: measureItem,
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    // The first render leaves out the overscan, to paint the viewport sooner.
    overscan: useDeferredValue(overscan, 0),
    initialRect: screenSize(),
    scrollMargin,
    scrollPaddingStart: edge,
    scrollPaddingEnd: edge,
    initialOffset: () => initialScroll ?? scrollTop(),
    rangeExtractor: useCallback((range: Range) => withActive(range, activeIndex), [activeIndex]),
  });
  // All rows change height at once; the layout effect below corrects the scroll position.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = never;

  // The list's top and the heights depend on width and text size, so they are measured in the document, and at once:
  // a top of the new width with heights of the old one would move the rows.
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    const first = list.current?.firstElementChild;
    if (first instanceof HTMLElement) measureItem(first);
    lastLayout.listTop = Math.round(top + window.scrollY);
    if (lastLayout.listTop !== scrollMargin) setScrollMargin(lastLayout.listTop);
    lastLayout.isStacked = wraps(first?.lastElementChild);
    if (lastLayout.isStacked !== isStacked) setIsStacked(lastLayout.isStacked);
    if (lastLayout.isStacked) return;
    const before = laidOutFor.current;
    lastLayout.starts = starts;
    if (!isSameLayout(before, { ...heights(), starts })) {
      rowsAbove.current = rowsBefore(window.scrollY - scrollMargin, before.starts, before);
      laidOutFor.current = { ...heights(), starts };
      // Renders again with the new height of the list; a row out of sight may have got or lost its heading.
      virtualizer.measure();
      return;
    }
    if (rowsAbove.current > 0)
      window.scrollTo(0, lastLayout.listTop + offsetOf(rowsAbove.current, starts, lastLayout));
    rowsAbove.current = 0;
  });

  const wasPlaced = useRef(isPlaced);
  // Rows that are not placed yet can make the page too short for its scroll position.
  useLayoutEffect(() => {
    if (isPlaced && !wasPlaced.current && initialScroll !== undefined)
      window.scrollTo(0, initialScroll);
    wasPlaced.current = isPlaced;
  }, [isPlaced, initialScroll]);

  return {
    virtualizer,
    /** The rows to render: index and offset from the start of the list; without an offset until placed. */
    visible:
      isPlaced && !isStacked
        ? virtualizer
            .getVirtualItems()
            .map(({ index, start }) => ({ index, top: start - scrollMargin }))
        : rows
            .slice(0, isPlaced ? rows.length : unplacedRows)
            .map((_, index) => ({ index, top: undefined })),
    /** Height of the list; undefined while the rows are not placed. */
    height: isPlaced && !isStacked ? virtualizer.getTotalSize() : undefined,
    activeIndex,
    /** Index of the first fully visible row. */
    firstInView: () => Math.ceil(rowsBefore(window.scrollY - scrollMargin, starts, lastLayout)),
  };
}

const never = () => false;

// The server has no window.
const screenSize = () =>
  typeof window === 'undefined'
    ? { width: 0, height: 0 }
    : { width: window.innerWidth, height: window.innerHeight };
const scrollTop = () => (typeof window === 'undefined' ? 0 : window.scrollY);

const heights = (): Heights => {
  const { rowHeight, headingHeight } = lastLayout;
  return { rowHeight, headingHeight };
};

type Layout = Heights & { starts: readonly number[] };

const isSameLayout = (one: Layout, other: Layout) =>
  one.rowHeight === other.rowHeight &&
  one.headingHeight === other.headingHeight &&
  one.starts.join() === other.starts.join();

const heightOf = (hasHeading: boolean) =>
  lastLayout.rowHeight + (hasHeading ? lastLayout.headingHeight : 0);

/** Whether the styles let a row wrap, as they do with large text on a phone. */
const wraps = (row: Element | null | undefined): boolean =>
  row instanceof HTMLElement && getComputedStyle(row).flexWrap === 'wrap';

/** Measures one row, and one heading, for all. Differences below half a pixel are rounding by the browser. */
function measureItem(item: HTMLElement): number {
  if (wraps(item.lastElementChild)) return item.getBoundingClientRect().height;
  const row = item.lastElementChild?.getBoundingClientRect().height ?? 0;
  if (row > 0 && Math.abs(row - lastLayout.rowHeight) >= 0.5) lastLayout.rowHeight = row;
  const hasHeading = item.childElementCount > 1;
  if (hasHeading && row > 0) {
    const heading = item.getBoundingClientRect().height - row;
    if (Math.abs(heading - lastLayout.headingHeight) >= 0.5) lastLayout.headingHeight = heading;
  }
  return heightOf(hasHeading);
}

/** Rows in view, and the active one with its neighbors, so that Tab can reach them. */
function withActive(range: Range, active: number): number[] {
  const inView = defaultRangeExtractor(range);
  if (active < 0) return inView;
  const near = [active - 1, active, active + 1].filter(
    (index) => index >= 0 && index < range.count,
  );
  return [...new Set([...inView, ...near])].sort((a, b) => a - b);
}

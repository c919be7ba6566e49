import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import * as z from 'zod/mini';
import { tabStorage } from '../../../api/storage.ts';
import { isDocument, isFirstVisit } from '../../../hydration/rendered-page.ts';

const storageKey = 'giro-transfers-place';

const listPosition = z.object({
  /** Path and query of the list. */
  address: z.string(),
  windows: z.int(),
  scroll: z.number(),
  /** The rows above the viewport, with a fraction for the one that it cuts; headings come and go. 0 where rows differ in height. */
  rowsAbove: z.number(),
  /** In pixels; all rows have the same height, and all headings. */
  rowHeight: z.number(),
  headingHeight: z.number(),
  /** From the top of the page to the list, in pixels. */
  listTop: z.number(),
  /** The focused row: the id of a transfer, or the key of an open send. */
  id: z.nullable(z.string().check(z.regex(/^[\da-f-]{1,36}$/i))),
});

/** Scroll position of the list, kept in this tab until sign-out. It holds ids and no personal data. */
type ListPosition = z.infer<typeof listPosition>;

/** Of every row and of every heading above one, in pixels. */
export type Heights = Pick<ListPosition, 'rowHeight' | 'headingHeight'>;

const lastPosition = tabStorage.read(storageKey, listPosition);

// A list that the browser has opened anew starts at the top, as the server rendered it.
if (lastPosition && isFirstVisit() && isDocument(window.location.origin + lastPosition.address))
  tabStorage.remove(storageKey);

/**
 * Layout of the list when it was last measured, used for the first render of the next one. Before any
 * measurement the heights are overestimates, so that the page is tall enough to scroll to the position.
 */
export const lastLayout: Heights & {
  listTop: number;
  starts: readonly number[];
  isStacked: boolean;
} = {
  rowHeight: lastPosition?.rowHeight ?? 120,
  headingHeight: lastPosition?.headingHeight ?? 48,
  listTop: lastPosition?.listTop ?? 0,
  /** The indexes of the rows with a heading above them, lowest first. */
  starts: [],
  /** With large text on a phone, where each row is as high as its words need. */
  isStacked: false,
};

/** How many rows are above an offset in the list, with a fraction for the one that it cuts. */
export function rowsBefore(
  offset: number,
  starts: readonly number[],
  { rowHeight, headingHeight }: Heights,
): number {
  let headings = 0;
  for (const start of starts) {
    const top = start * rowHeight + headings * headingHeight;
    if (offset <= top) break;
    // Within the heading the row below it is the next.
    if (offset < top + headingHeight) return start;
    headings += 1;
  }
  return (offset - headings * headingHeight) / rowHeight;
}

/** The offset below so many rows: the opposite of `rowsBefore`. */
export function offsetOf(
  rows: number,
  starts: readonly number[],
  { rowHeight, headingHeight }: Heights,
): number {
  return rows * rowHeight + starts.filter((start) => start <= rows).length * headingHeight;
}

/** Where to scroll to, to see the same rows again. */
export function scrollOf(position: ListPosition, starts: readonly number[]): number {
  const { scroll, rowsAbove } = position;
  return rowsAbove > 0 ? position.listTop + offsetOf(rowsAbove, starts, position) : scroll;
}

/** The stored position, if it belongs to this list. */
export function positionIn(address: string): ListPosition | undefined {
  const kept = tabStorage.read(storageKey, listPosition);
  return kept?.address === address ? kept : undefined;
}

/**
 * The active row of keyboard navigation, and the position to restore after Back or a reload.
 * @param windows number of pages loaded
 */
export function useScrollRestoration(windows: number) {
  const { pathname, search } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const address = pathname + search;
  const [left] = useState(() => (isBack ? positionIn(address) : undefined));
  const [active, setActive] = useState(left?.id ?? null);

  const restoreFocus = useEffectEvent(() => {
    linkOf(left?.id ?? null)?.focus({ preventScroll: true });
  });
  const keep = useEffectEvent(() => {
    const { rowHeight, headingHeight, listTop, starts, isStacked } = lastLayout;
    const scroll = window.scrollY;
    const rowsAbove = isStacked ? 0 : rowsBefore(scroll - listTop, starts, lastLayout);
    const at = { scroll, rowsAbove, listTop, rowHeight, headingHeight };
    tabStorage.write(storageKey, { address, windows, id: active, ...at });
  });

  // Stores the position before the page unloads or unmounts, while the window is still scrolled.
  useLayoutEffect(() => {
    restoreFocus();
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, []);

  return { left, active, setActive };
}

/** The link of a row, if the row is rendered. */
export function linkOf(id: string | null): HTMLElement | null {
  return id === null ? null : document.querySelector(`a[data-transfer="${id}"]`);
}

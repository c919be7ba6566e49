import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import * as z from 'zod/mini';
import { idPattern } from '../../../../contract/paths.ts';
import { tabStorage } from '../../../api/storage.ts';

const storageKey = 'giro-transfers-place';

const listPosition = z.object({
  /** Path and filters of the list that was left. */
  address: z.string(),
  windows: z.int(),
  scroll: z.number(),
  /** Of each row: all are as tall as one another. */
  rowHeight: z.number(),
  /** The row that had the focus. */
  id: z.nullable(z.string().check(z.regex(idPattern))),
});

/** Where a person was in the list, kept in this tab until they sign out. It holds ids alone. */
export type ListPosition = z.infer<typeof listPosition>;

/**
 * How the list was laid out when it was last seen, and so how it is laid out at first the next time. Until
 * a row was measured, taller than any: what is too tall can still be scrolled to its place.
 */
export const lastLayout = {
  rowHeight: tabStorage.read(storageKey, listPosition)?.rowHeight ?? 120,
  listTop: 0,
};

/** Undefined when the list that was left last is another one. */
export function positionIn(address: string): ListPosition | undefined {
  const kept = tabStorage.read(storageKey, listPosition);
  return kept?.address === address ? kept : undefined;
}

/**
 * The row that the keyboard is at, and where the list was left, for who comes back to it.
 * @param windows how many are read
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
    const { rowHeight } = lastLayout;
    const scroll = window.scrollY;
    tabStorage.write(storageKey, { address, windows, id: active, scroll, rowHeight });
  });

  // As the page goes, by a link or by a reload, it still stands where the person was.
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

/** The link of a row that is in the document. */
export function linkOf(id: string | null): HTMLElement | null {
  return id === null ? null : document.querySelector(`a[data-transfer="${id}"]`);
}

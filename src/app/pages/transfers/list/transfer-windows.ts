import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { firstWindowLength } from '../../../../contract/api/reads.ts';
import type { TransferList, TransferRow } from '../../../../contract/api/transfer.ts';
import { transferKeys } from '../../../api/transfer-keys.ts';
import { readWindow, type TransferFilters, transfersQuery } from '../../../api/transfers.ts';
import type { ListSearch } from './list-search.ts';

const nextLength = '200';
const keptFor = 30 * 60 * 1000;

/** What a window is asked for by; '' is the first. */
export function windowAt(search: ListSearch, cursor: string): TransferFilters {
  return cursor === ''
    ? { ...search, limit: firstWindowLength }
    : { ...search, cursor, limit: nextLength };
}

/**
 * The transfers that match, window by window. They are never read again as a whole, which would be
 * hundreds of calls far down: their rows follow what is told of each, see `takeIn`.
 */
export function transferWindows(search: ListSearch) {
  return infiniteQueryOptions({
    queryKey: [...transferKeys.windows, search],
    queryFn: ({ client, signal, pageParam }) =>
      readWindow({ client, signal }, windowAt(search, pageParam)),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 'static',
    gcTime: keptFor,
  });
}

/** The first window as it is now, kept up to date: totals, age, and what is new. */
export function firstWindow(search: ListSearch) {
  return transfersQuery(windowAt(search, ''));
}

export function forgetWindows(client: QueryClient, search: ListSearch): void {
  client.removeQueries({ queryKey: transferWindows(search).queryKey, exact: true });
  client.removeQueries({ queryKey: firstWindow(search).queryKey, exact: true });
}

/** Shows nothing but this first window, from which on the next ones are read again. */
export function showFirst(client: QueryClient, search: ListSearch, first: TransferList): void {
  client.setQueryData(transferWindows(search).queryKey, { pages: [first], pageParams: [''] });
}

/** Brings the rows that are shown up to date, each where it stands. */
export function takeIn(client: QueryClient, search: ListSearch, fresh: readonly TransferRow[]) {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  client.setQueryData(transferWindows(search).queryKey, (data) => {
    const pages = data?.pages.map((page) => patched(page, byId));
    const isSame = pages?.every((page, index) => page === data?.pages[index]) ?? true;
    return data && pages && !isSame ? { ...data, pages } : undefined;
  });
}

function patched(page: TransferList, byId: ReadonlyMap<string, TransferRow>): TransferList {
  let isSame = true;
  const items = page.items.map((row) => {
    const { state, alias, first_seen_at } = byId.get(row.id) ?? row;
    const isOne = row.first_seen_at === first_seen_at;
    if (state === row.state && alias === row.alias && isOne) return row;
    isSame = false;
    return { ...row, state, alias, first_seen_at };
  });
  return isSame ? page : { ...page, items };
}

/**
 * How many rows of a first window are new above rows that are shown. What stands beneath them all
 * belongs to the next window, unless there is none.
 */
export function countNew(
  shown: readonly TransferRow[],
  first: readonly TransferRow[],
  isWhole: boolean,
): number {
  // Whatever of it is shown stands near the top, however long the list is.
  const ids = new Set(shown.slice(0, 10 * first.length).map(({ id }) => id));
  const lastShown = first.findLastIndex(({ id }) => ids.has(id));
  const above = isWhole || lastShown < 0 ? first : first.slice(0, lastShown);
  return above.filter(({ id }) => !ids.has(id)).length;
}

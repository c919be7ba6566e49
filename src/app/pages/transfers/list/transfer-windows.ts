import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { TransferList } from '../../../../contract/api/transfer.ts';
import { transferKeys } from '../../../api/query-keys.ts';
import { readWindow, type TransferFilters, transfersQuery } from '../../../api/transfers.ts';
import type { ListSearch } from './list-search.ts';

/** The first is soon there and painted; those after it are read ahead of who scrolls. */
const [firstLength, nextLength] = ['50', '200'];
const keptFor = 30 * 60 * 1000;

/** A person so near to the top sees what is new come in. */
const nearTop = 8;

/** What a window is asked for by; '' is the first. */
export function windowAt(search: ListSearch, cursor: string): TransferFilters {
  return cursor === ''
    ? { ...search, limit: firstLength }
    : { ...search, cursor, limit: nextLength };
}

/**
 * The transfers that match, window by window. They are never read again as a whole, which would be
 * hundreds of calls far down: each follows what is told and read of it, see `updateWindows`.
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
  const filters = windowAt(search, '');
  return queryOptions({
    ...transfersQuery(filters),
    queryFn: async ({ client, signal }) => {
      const first = await readWindow({ client, signal }, filters);
      const shown = client.getQueryData(transferWindows(search).queryKey);
      const isNear = window.scrollY < nearTop && !signal.aborted;
      if (shown && isNear && countNew(shown, first) > 0) showFirst(client, search, first);
      return first;
    },
  });
}

export function forgetWindows(client: QueryClient, search: ListSearch): void {
  client.removeQueries({ queryKey: transferWindows(search).queryKey, exact: true });
  client.removeQueries({ queryKey: firstWindow(search).queryKey, exact: true });
}

/** Shows nothing but this first window, from which on the next ones are read again. */
export function showFirst(client: QueryClient, search: ListSearch, first: TransferList): void {
  client.setQueryData(transferWindows(search).queryKey, { pages: [first], pageParams: [''] });
}

/**
 * How many rows of a first window are new above the rows that are shown. What stands beneath them all
 * belongs to the next window, unless there is none.
 */
export function countNew({ pages }: InfiniteData<TransferList>, { items }: TransferList): number {
  const isWhole = pages.at(-1)?.next_cursor === null;
  // Whatever of it is shown stands near the top, however long the list is.
  const shown = pages.flatMap((list) => list.items).slice(0, 10 * items.length);
  const ids = new Set(shown.map(({ id }) => id));
  const lastShown = items.findLastIndex(({ id }) => ids.has(id));
  const above = isWhole || lastShown < 0 ? items : items.slice(0, lastShown);
  return above.filter(({ id }) => !ids.has(id)).length;
}

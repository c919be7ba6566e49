import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListSearch } from '../../../../contract/api/list-search.ts';
import type { TransferList } from '../../../../contract/api/transfer.ts';
import { transferKeys } from '../../../api/query-keys.ts';
import { inNewestState } from '../../../api/transfer-cache.ts';
import { readWindow, type TransferFilters, transfersQuery } from '../../../api/transfers.ts';
import { startOfDay } from '../../../i18n/start-of-day.ts';
import { countNew, isDecided, rowsOf } from './list-rows.ts';

/** Rows per page: a small first page paints sooner, the next ones are prefetched. */
const [firstLength, nextLength] = ['50', '200'];
const gcTimeMs = 30 * 60 * 1000;

/** Scrolled by less than this (pixels), new rows are inserted at once. */
const nearTopPx = 8;

/** What the BFF is asked for: the days, both included, become moments in the person's time zone. */
export function filtersOf({ from, to, ...filters }: ListSearch): TransferFilters {
  return {
    ...filters,
    first_seen_from: from && startOfDay(from, 0),
    first_seen_before: to && startOfDay(to, 1),
  };
}

/** Query of the page at a cursor; '' is the first page. */
function windowAt(search: ListSearch, cursor: string): TransferFilters {
  const filters = filtersOf(search);
  return cursor === ''
    ? { ...filters, limit: firstLength }
    : { ...filters, cursor, limit: nextLength };
}

/**
 * Infinite query of the matching transfers. It is never refetched as a whole, which deep in the list would
 * take hundreds of calls: events and refetches of single pages update its rows, see `updateWindows`.
 */
export function transferWindows(search: ListSearch) {
  return infiniteQueryOptions({
    // By moments, because the days of a filter start at others in another time zone.
    queryKey: [...transferKeys.windows, filtersOf(search)],
    queryFn: ({ client, signal, pageParam }) =>
      readWindow({ client, signal }, windowAt(search, pageParam)),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 'static',
    gcTime: gcTimeMs,
  });
}

/** The first page, refetched to keep totals and age up to date and to find new rows. */
function firstWindow(search: ListSearch) {
  const filters = windowAt(search, '');
  return queryOptions({
    ...transfersQuery(filters),
    queryFn: async ({ client, signal }) => {
      const first = await readWindow({ client, signal }, filters);
      const shown = client.getQueryData(transferWindows(search).queryKey);
      const isNear = window.scrollY < nearTopPx && !signal.aborted;
      const hasChanged = shown && (countNew(shown, first) > 0 || isDecided(shown, first));
      if (isNear && hasChanged) showFirst(client, search, first);
      return first;
    },
  });
}

export function forgetWindows(client: QueryClient, search: ListSearch): void {
  client.removeQueries({ queryKey: transferWindows(search).queryKey, exact: true });
  client.removeQueries({ queryKey: firstWindow(search).queryKey, exact: true });
}

/** Resets the list to this first page; the pages after it load again. */
function showFirst(client: QueryClient, search: ListSearch, first: TransferList): void {
  client.setQueryData(transferWindows(search).queryKey, { pages: [first], pageParams: [''] });
}

export type TransferListState = ReturnType<typeof useTransferList>;

/** Rows to show, with the rows of the previous search until the new ones load, and the new rows above. */
export function useTransferList(search: ListSearch) {
  const client = useQueryClient();
  const windows = useInfiniteQuery({
    ...transferWindows(search),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = windows;
  const own = isPlaceholderData ? undefined : data;
  const first = useQuery({
    ...firstWindow(search),
    enabled: own !== undefined,
    initialData: () => own?.pages[0],
    initialDataUpdatedAt: windows.dataUpdatedAt,
  });
  const fresh = own && first.data;

  const { items, open_sends } = fresh ?? {};
  const { rows, beside } = useMemo(() => {
    const told = items && { items, open_sends };
    // A page requested before an event may arrive after it with an older state of the row.
    return rowsOf(data?.pages ?? [], told, search, (row) => inNewestState(client, row));
  }, [client, data, items, open_sends, search]);
  const news = useMemo(() => (own && fresh ? countNew(own, fresh) : 0), [own, fresh]);

  /** Returns the id of the row that is now first. */
  function showNew(): string | undefined {
    if (!fresh) return undefined;
    showFirst(client, search, fresh);
    return rowsOf([fresh], undefined, search, (row) => row).rows[0]?.id;
  }

  return {
    windows,
    rows,
    beside,
    /** Latest totals and age. */
    latest: fresh ?? data?.pages[0],
    /** Error of the last refetch. */
    staleBecause: first.error,
    /** The rows are still those of the previous search. */
    isBusy: isPlaceholderData && windows.isFetching,
    news,
    showNew,
    /** Repeats a search that left something out. */
    lookAgain: () => void first.refetch(),
    isLookingAgain: first.isFetching,
  };
}

type Range = { startIndex: number; endIndex: number } | null;

/**
 * Refetches the pages in the viewport, besides the first one; others follow when they scroll into view.
 * Each refetch updates the rows of `transferWindows` in place.
 */
export function useWindowsInView(
  search: ListSearch,
  { windows, beside }: TransferListState,
  range: Range,
) {
  const { data, dataUpdatedAt, isPlaceholderData } = windows;
  const inPages = (index: number) => index - beside.filter((at) => at < index).length;
  const inView =
    data && range && !isPlaceholderData
      ? windowsBetween(data, {
          startIndex: inPages(range.startIndex),
          endIndex: inPages(range.endIndex),
        })
      : [];
  useQueries({
    queries: inView.map(({ cursor, list }) => ({
      ...transfersQuery(windowAt(search, cursor)),
      initialData: list,
      initialDataUpdatedAt: dataUpdatedAt,
      // No render here: rows render from `transferWindows`.
      notifyOnChangeProps: [],
    })),
  });
}

/** Pages with rows in this range, except the first, which `firstWindow` refetches. */
function windowsBetween(
  { pages, pageParams }: InfiniteData<TransferList>,
  { startIndex, endIndex }: NonNullable<Range>,
) {
  let start = 0;
  return pages.flatMap((list, index) => {
    const [first, last] = [start, start + list.items.length - 1];
    start = last + 1;
    const cursor = String(pageParams[index] ?? '');
    const isInView = cursor !== '' && first <= endIndex && last >= startIndex;
    return isInView ? [{ cursor, list }] : [];
  });
}

import { infiniteQueryOptions } from '@tanstack/react-query';
import { pollRows } from '../../../api/polling.ts';
import { readWindow, transferKeys } from '../../../api/transfers.ts';
import type { ListSearch } from './list-search.ts';

/** The transfers that match, window by window, kept up to date. */
export function transferWindows(search: ListSearch) {
  return infiniteQueryOptions({
    queryKey: [...transferKeys.windows, search],
    queryFn: (reading) => readWindow(reading, { ...search, cursor: reading.pageParam }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    refetchInterval: ({ state }) => pollRows(state.data?.pages.flatMap(({ items }) => items)),
  });
}

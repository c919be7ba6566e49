import { infiniteQueryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../../../contract/api/paths.ts';
import { transferList } from '../../../../contract/api/transfer.ts';
import { isFinal } from '../../../../contract/transfer-state.ts';
import { request } from '../../../api/request.ts';
import type { ListSearch } from './list-search.ts';

const takeAgainEvery = 4_000;

/** The transfers that match, window by window, taken again while one of them can still change. */
export function transferWindows(search: ListSearch) {
  return infiniteQueryOptions({
    queryKey: ['transfers', 'windows', search],
    queryFn: ({ pageParam, signal }) =>
      request(transferList, apiPaths.transfers, {
        query: { ...search, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((row) => !isFinal(row.state)))
        ? takeAgainEvery
        : false,
  });
}

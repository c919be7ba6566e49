import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TransferList } from '../../../../contract/api/transfer.ts';
import { inNewestState } from '../../../api/transfer-cache.ts';
import { transfersQuery } from '../../../api/transfers.ts';
import type { ListSearch } from './list-search.ts';
import { countNew, firstWindow, showFirst, transferWindows, windowAt } from './transfer-windows.ts';

export type TransferListState = ReturnType<typeof useTransferList>;

/** The rows to show, those of the last search until the new ones are there, and what is new above them. */
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

  const rows = useMemo(
    // A window that was on its way as a row was told of would show it as it was before.
    () => data?.pages.flatMap(({ items }) => items.map((row) => inNewestState(client, row))) ?? [],
    [client, data],
  );
  const news = useMemo(() => (own && fresh ? countNew(own, fresh) : 0), [own, fresh]);

  /** Answers the id of the row that stands first then. */
  function showNew(): string | undefined {
    if (fresh) showFirst(client, search, fresh);
    return fresh?.items[0]?.id;
  }

  return {
    windows,
    rows,
    /** Totals and age: the latest that is known. */
    latest: fresh ?? data?.pages[0],
    /** Why the list gets no fresher. */
    staleBecause: first.error,
    /** The rows are of the search before. */
    isBusy: isPlaceholderData && windows.isFetching,
    news,
    showNew,
    /** Asks again for what could not look everywhere. */
    lookAgain: () => void first.refetch(),
    isLookingAgain: first.isFetching,
  };
}

type Range = { startIndex: number; endIndex: number } | null;

/**
 * Keeps the windows that are in view up to date, beside the first one; the others once they come in view.
 * Each that is read brings the rows up to date where they stand.
 */
export function useWindowsInView(search: ListSearch, { windows }: TransferListState, range: Range) {
  const { data, dataUpdatedAt, isPlaceholderData } = windows;
  const inView = data && range && !isPlaceholderData ? windowsBetween(data, range) : [];
  useQueries({
    queries: inView.map(({ cursor, list }) => ({
      ...transfersQuery(windowAt(search, cursor)),
      initialData: list,
      initialDataUpdatedAt: dataUpdatedAt,
      // The rows are drawn from the windows alone.
      notifyOnChangeProps: [],
    })),
  });
}

/** The windows that hold some of these rows. The first is kept up to date whatever is in view. */
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

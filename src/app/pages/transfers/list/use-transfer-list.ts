import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ListSearch } from './list-search.ts';
import { countNew, firstWindow, showFirst, takeIn, transferWindows } from './transfer-windows.ts';

/** A person so near to the top sees what is new come in. */
const nearTop = 8;

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

  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const fresh = own && first.data;
  const isWhole = !windows.hasNextPage;
  const news = useMemo(
    () => (fresh ? countNew(rows, fresh.items, isWhole) : 0),
    [rows, fresh, isWhole],
  );

  /** Answers the id of the row that stands first then. */
  function showNew(): string | undefined {
    if (fresh) showFirst(client, search, fresh);
    return fresh?.items[0]?.id;
  }

  // What is told of rows, and where the window is scrolled to, are both outside of React.
  useEffect(() => {
    if (!fresh) return;
    if (news > 0 && window.scrollY < nearTop) showFirst(client, search, fresh);
    else takeIn(client, search, fresh.items);
  }, [client, search, fresh, news]);

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

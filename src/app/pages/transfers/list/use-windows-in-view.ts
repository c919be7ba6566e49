import { type InfiniteData, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TransferList, TransferRow } from '../../../../contract/api/transfer.ts';
import { transfersQuery } from '../../../api/transfers.ts';
import type { ListSearch } from './list-search.ts';
import { takeIn, windowAt } from './transfer-windows.ts';

type Windows = InfiniteData<TransferList>;

type Options = {
  search: ListSearch;
  windows: Windows | undefined;
  /** When the windows were last known to be up to date. */
  readAt: number;
  range: { startIndex: number; endIndex: number } | null;
};

/** Keeps the windows that are in view up to date, beside the first one; the others once they come in view. */
export function useWindowsInView({ search, windows, readAt, range }: Options): void {
  const client = useQueryClient();
  const inView = windows && range ? windowsBetween(windows, range.startIndex, range.endIndex) : [];
  const fresh = useQueries({
    queries: inView.map(({ cursor, list }) => ({
      ...transfersQuery(windowAt(search, cursor)),
      initialData: list,
      initialDataUpdatedAt: readAt,
    })),
    combine: rowsOf,
  });

  // The rows that are drawn are those of the windows, which keep them when they are out of view.
  useEffect(() => {
    if (fresh.length > 0) takeIn(client, search, fresh);
  }, [client, search, fresh]);
}

function rowsOf(results: readonly { data: TransferList | undefined }[]): TransferRow[] {
  return results.flatMap(({ data }) => data?.items ?? []);
}

/** The windows that hold some of these rows. The first is kept up to date whatever is in view. */
function windowsBetween({ pages, pageParams }: Windows, from: number, to: number) {
  let start = 0;
  return pages.flatMap((list, index) => {
    const [first, last] = [start, start + list.items.length - 1];
    start = last + 1;
    const cursor = String(pageParams[index] ?? '');
    return cursor !== '' && first <= to && last >= from ? [{ cursor, list }] : [];
  });
}

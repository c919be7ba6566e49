import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { SupportSearch } from '../../contract/api/support.ts';
import type { Transfer, TransferEvent, TransferList } from '../../contract/api/transfer.ts';
import { keepNewest } from '../api/newest-states.ts';
import { supportKeys } from '../api/support-keys.ts';
import { transferKeys } from '../api/transfer-keys.ts';
import { transferQuery } from '../api/transfers.ts';

/** Brings every row of a transfer in the cache up to date, where it stands. */
export function applyTransfer(client: QueryClient, row: TransferEvent): void {
  // Without the alias: it is no news, and may not have been read.
  const { alias: _, as_of, ...told } = row;
  const transfer = keepNewest(client, told, as_of);

  client.setQueryData(
    transferQuery(transfer.id).queryKey,
    (detail) => detail && { ...detail, transfer },
  );
  client.setQueriesData<TransferList>({ queryKey: transferKeys.window }, (list) =>
    inList(list, transfer),
  );
  client.setQueriesData<InfiniteData<TransferList>>({ queryKey: transferKeys.windows }, (data) => {
    if (!data?.pages.some((list) => inList(list, transfer))) return undefined;
    return { ...data, pages: data.pages.map((list) => inList(list, transfer) ?? list) };
  });
  client.setQueriesData<SupportSearch>({ queryKey: supportKeys.search }, (found) => {
    const transfers = inList(found?.transfers, transfer);
    return found && transfers && { ...found, transfers };
  });
}

/** Undefined where it is not in the list, so that nothing is written. */
function inList<List extends { items: Transfer[] }>(list: List | undefined, transfer: Transfer) {
  if (!list?.items.some(({ id }) => id === transfer.id)) return undefined;
  const items = list.items.map((row) => (row.id === transfer.id ? { ...row, ...transfer } : row));
  return { ...list, items };
}

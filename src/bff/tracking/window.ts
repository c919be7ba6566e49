import type { TransferList, TransferQuery } from '../../contract/api/transfer.ts';
import type { Transfer } from '../../contract/transfer.ts';

type Row = Transfer & { alias: string | null };
/** The amounts, in subunits of a currency, that the searched text can mean. */
export type AmountReadings = (currency: string) => readonly bigint[];
type Window = Pick<TransferList, 'items' | 'next_cursor' | 'total' | 'counts'>;

/**
 * The window of the transfers that a query asks for. `counts` are by state, as if no state was asked.
 * Ids order the rows: the service gives no times, and later transfers have greater ids.
 */
export function windowOf(
  transfers: Transfer[],
  aliases: Map<string, string>,
  query: TransferQuery,
  readings: AmountReadings,
): Window {
  const rows = transfers
    .map(
      (transfer): Row => ({
        ...transfer,
        alias: aliases.get(transfer.destination_account_id) ?? null,
      }),
    )
    .filter((row) => matches(row, query, readings));
  const counts: Record<string, number> = {};
  for (const row of rows) counts[row.state] = (counts[row.state] ?? 0) + 1;

  const direction = query.sort === 'oldest' ? 1 : -1;
  const found = rows
    .filter((row) => query.state === undefined || row.state === query.state)
    .sort((a, b) => direction * compareIds(a.id, b.id));
  const { cursor } = query;
  const rest =
    cursor === undefined
      ? found
      : found.filter((row) => direction * compareIds(row.id, cursor) > 0);
  const items = rest.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items,
    next_cursor: last && rest.length > items.length ? last.id : null,
    total: found.length,
    counts,
  };
}

function matches(row: Row, query: TransferQuery, readings: AmountReadings): boolean {
  const { destination_account_id, currency, q } = query;
  if (destination_account_id !== undefined && row.destination_account_id !== destination_account_id)
    return false;
  const currencies = [row.source_amount_currency, row.destination_amount_currency];
  if (currency !== undefined && !currencies.includes(currency)) return false;
  if (!q) return true;
  return (
    row.id === q ||
    fold(row.alias ?? '').includes(fold(q)) ||
    readings(row.source_amount_currency).includes(row.source_amount_cents) ||
    readings(row.destination_amount_currency).includes(row.destination_amount_cents)
  );
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Decimal texts of any length, in the order of their numbers. */
function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

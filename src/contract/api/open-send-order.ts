import type { OpenSendRow, TransferFilters, TransferRow } from './transfer.ts';

/** The order of a list; `currency` is the one whose amounts are compared. */
export type ListOrder = { [Name in 'sort' | 'currency']?: TransferFilters[Name] | undefined };

/** Compares open sends as a list sorts them; the newer one is first where nothing else decides. */
export function compareOpenSends({ sort, currency }: ListOrder) {
  return (a: OpenSendRow, b: OpenSendRow): number => {
    if (sort === 'oldest') return -newestFirst(a, b);
    if (sort !== 'amount') return newestFirst(a, b);
    const [one, other] = [amountIn(a, currency), amountIn(b, currency)];
    if (one === other) return newestFirst(a, b);
    // Without an estimate nobody knows how large it is.
    if (one === null || other === null) return one === null ? 1 : -1;
    return one > other ? -1 : 1;
  };
}

function newestFirst(a: OpenSendRow, b: OpenSendRow): number {
  return Date.parse(b.created_at) - Date.parse(a.created_at) || (a.key < b.key ? -1 : 1);
}

type Placed = Pick<
  TransferRow,
  | 'first_seen_at'
  | 'source_amount_cents'
  | 'source_amount_currency'
  | 'destination_amount_cents'
  | 'destination_amount_currency'
>;

/** True if an open send belongs above a transfer of the list. */
export function isAbove(send: OpenSendRow, row: Placed, { sort, currency }: ListOrder): boolean {
  if (sort === 'amount') {
    const [sent, shown] = [amountIn(send, currency), amountIn(row, currency)];
    return sent !== null && shown !== null && sent >= shown;
  }
  // What Giro never saw come is older than all that was sent through it.
  if (row.first_seen_at === null) return sort !== 'oldest';
  const isLater = Date.parse(send.created_at) >= Date.parse(row.first_seen_at);
  return sort === 'oldest' ? !isLater : isLater;
}

type Amounts = Pick<OpenSendRow, 'source_amount_cents' | 'destination_amount_cents'> &
  Pick<OpenSendRow, 'source_amount_currency'>;

/** The amount that a list in the order of amounts compares; null if it is not known. */
const amountIn = (row: Amounts, currency: string | undefined) =>
  row.source_amount_currency === currency ? row.source_amount_cents : row.destination_amount_cents;

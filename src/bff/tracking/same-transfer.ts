import type { Transfer } from '../../contract/transfer.ts';

/** What the service says of a transfer. */
export type Said = Omit<Transfer, 'id'>;

/** True if two transfers with the same id are equal. */
export function isSame(a: Said, b: Said): boolean {
  return (
    a.state === b.state &&
    a.destination_account_id === b.destination_account_id &&
    a.source_amount_cents === b.source_amount_cents &&
    a.source_amount_currency === b.source_amount_currency &&
    a.destination_amount_cents === b.destination_amount_cents &&
    a.destination_amount_currency === b.destination_amount_currency
  );
}

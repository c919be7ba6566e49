import type { SupportSearch } from '../../../contract/api/support.ts';

/**
 * Whom the text means without a doubt: the recipient of the transfer with that number, the only one
 * that was found, or the only one of whom a transfer was. Of several, support picks one.
 */
export function firstRecipient(found: SupportSearch): string | undefined {
  const { recipients, transfers } = found;
  const [first] = transfers.items;
  if (meansTwo(found)) return undefined;
  if (first?.matched.includes('id')) return first.destination_account_id;
  if (recipients.total > 0) return recipients.total === 1 ? recipients.items[0]?.id : undefined;
  const ids = new Set(transfers.items.map((row) => row.destination_account_id));
  return ids.size === 1 && transfers.total === transfers.items.length ? [...ids][0] : undefined;
}

/** True when the text is the number of a transfer, and finds recipients who are not that transfer's. */
export function meansTwo({ recipients, transfers }: SupportSearch): boolean {
  const [first] = transfers.items;
  if (!first?.matched.includes('id')) return false;
  const theirs = recipients.items.some(({ id }) => id === first.destination_account_id);
  return recipients.total > (theirs ? 1 : 0);
}

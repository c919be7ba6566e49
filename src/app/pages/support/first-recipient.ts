import type { SupportSearch } from '../../../contract/api/support.ts';

/** Whom the text means most likely: the recipient of the transfer with that number, or the first found. */
export function firstRecipient({ recipients, transfers }: SupportSearch): string | undefined {
  const [first] = transfers.items;
  if (first?.matched.includes('id')) return first.destination_account_id;
  return recipients.items[0]?.id ?? first?.destination_account_id;
}

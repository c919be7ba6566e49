import type { DestinationAccount } from './destination-account.ts';

/** False for a wallet without an address in `additional_data` (contract 2.3): no money can reach it. */
export function isPayable({
  category,
  additional_data,
}: Pick<DestinationAccount, 'category' | 'additional_data'>): boolean {
  return category !== 'wallet' || Boolean(additional_data?.trim());
}

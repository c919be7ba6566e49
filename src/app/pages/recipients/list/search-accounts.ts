import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { fold } from '../../../ui/fold.ts';

/** The accounts that hold every word of the query in their name, owner, number or bank. */
export function searchAccounts(
  accounts: readonly DestinationAccount[],
  query: string,
  bankName: (account: DestinationAccount) => string | undefined,
): readonly DestinationAccount[] {
  const words = fold(query).split(' ').filter(Boolean);
  if (words.length === 0) return accounts;
  return accounts.filter((account) => {
    const { alias, first_name, last_name, bank_number, additional_data, category } = account;
    const number = category === 'wallet' ? additional_data : bank_number;
    const text = fold([alias, first_name, last_name, number, bankName(account)].join(' '));
    return words.every((word) => text.includes(word));
  });
}

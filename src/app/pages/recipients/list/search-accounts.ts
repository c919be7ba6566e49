import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { fold } from '../../../ui/fold.ts';

export type SearchableAccount = { account: DestinationAccount; text: string };

/** What each account is found by: its name, owner, number and bank. */
export function searchableAccounts(
  accounts: readonly DestinationAccount[],
  bankName: (account: DestinationAccount) => string | undefined,
): SearchableAccount[] {
  return accounts.map((account) => {
    const { alias, first_name, last_name, bank_number, additional_data, category } = account;
    const number = category === 'wallet' ? additional_data : bank_number;
    const words = [alias, first_name, last_name, number, bankName(account)];
    return { account, text: fold(words.join(' ')) };
  });
}

/** The accounts that hold every word of the query. */
export function searchAccounts(
  accounts: readonly SearchableAccount[],
  query: string,
): DestinationAccount[] {
  const words = fold(query).split(' ').filter(Boolean);
  return accounts
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ account }) => account);
}

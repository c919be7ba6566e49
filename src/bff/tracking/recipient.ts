import type { TransferDetail } from '../../contract/api/transfer.ts';
import { numberTail } from '../../contract/number-tail.ts';
import type { Accounts } from '../accounts.ts';
import type { Reference } from '../reference.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';

type Deps = {
  client: Pick<ServiceClient, 'showAccount'>;
  accounts: Pick<Accounts, 'known'>;
  reference: Reference;
};

/** The recipient of a transfer in short, or null when the service no longer has the account. */
export async function recipientOf(
  { client, accounts, reference }: Deps,
  account_id: string,
): Promise<TransferDetail['recipient']> {
  try {
    const account = accounts.known(account_id) ?? (await client.showAccount(account_id));
    const number = account.category === 'bank' ? account.bank_number : account.additional_data;
    const banks = account.bank_id ? await reference.banks(account.country?.name) : [];
    return {
      id: account.id,
      alias: account.alias,
      name: [account.first_name, account.last_name].filter(Boolean).join(' '),
      bank_name: banks.find((bank) => bank.id === account.bank_id)?.name ?? null,
      account_tail: number ? numberTail(number) : null,
      country_name: account.country?.name ?? null,
    };
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'refused') return null;
    throw error;
  }
}

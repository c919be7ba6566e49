import { setTimeout as pause } from 'node:timers/promises';
import type { ShortRecipient, TransferDetail } from '../../contract/api/transfer.ts';
import type { Bank } from '../../contract/bank.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { numberTail } from '../../contract/number-tail.ts';
import type { Reference } from '../quotes/reference.ts';
import type { Accounts } from '../recipients/accounts.ts';
import type { Recipient, RecipientReader } from '../search/recipients.ts';
import type { ServiceClient } from '../service/client.ts';
import { isRecordNotFound, ServiceError } from '../service/errors.ts';

type Deps = {
  client: Pick<ServiceClient, 'showAccount'>;
  accounts: Pick<Accounts, 'known'>;
  recipients: Pick<RecipientReader, 'known'>;
  reference: Reference;
};
type Short = Pick<TransferDetail, 'recipient' | 'missing'>;

/** The page of a transfer is useful without them, so it doesn't wait longer for account and bank. */
const accountTimeout_ms = 3_000;
const bankTimeout_ms = 1_000;

/**
 * The recipient of a transfer, null if the service no longer has the account, and the parts that could
 * not be read in time. If the account can't be read, the last known recipient is used.
 */
export async function recipientOf(deps: Deps, account_id: string): Promise<Short> {
  const last = deps.recipients.known().get(account_id);
  const read = deps.accounts.known(account_id) ?? (await accountOf(deps, account_id));
  if (read === 'gone') return { recipient: null, missing: [] };
  if (read === 'unread') {
    if (!last) return { recipient: null, missing: ['recipient'] };
    return { recipient: shortOf(last), missing: [] };
  }
  const number = read.category === 'bank' ? read.bank_number : read.additional_data;
  const banks = read.bank_id ? await banksOf(deps, read.country?.name) : [];
  const bank = banks?.find(({ id }) => id === read.bank_id)?.name ?? last?.bank_name ?? null;
  const recipient = {
    id: read.id,
    alias: read.alias,
    name: [read.first_name, read.last_name].filter(Boolean).join(' '),
    bank_name: bank,
    account_tail: number ? numberTail(number) : null,
    country_name: read.country?.name ?? null,
    country_code: read.country?.code || null,
  };
  return { recipient, missing: banks === null && bank === null ? ['bank'] : [] };
}

/** What tells a known recipient from others. */
export function shortOf(known: Recipient): ShortRecipient {
  const { id, alias, name, bank_name, account_tail, country_name, country_code } = known;
  return { id, alias, name, bank_name, account_tail, country_name, country_code };
}

async function accountOf(
  { client }: Deps,
  id: string,
): Promise<DestinationAccount | 'gone' | 'unread'> {
  const late = pause(accountTimeout_ms, 'unread' as const, { ref: false });
  try {
    return await Promise.race([client.showAccount(id), late]);
  } catch (error) {
    // contract 7: only this message says that the account doesn't exist.
    if (isRecordNotFound(error)) return 'gone';
    if (error instanceof ServiceError) return 'unread';
    throw error;
  }
}

/** Null if they could not be read in time. The client logs a failure. */
async function banksOf({ reference }: Deps, country: string | undefined): Promise<Bank[] | null> {
  const late = pause(bankTimeout_ms, null, { ref: false });
  return Promise.race([reference.banks(country).catch(() => null), late]);
}

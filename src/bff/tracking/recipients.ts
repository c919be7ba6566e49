import { setTimeout as pause } from 'node:timers/promises';
import { searchedFields } from '../../contract/account-fields.ts';
import type { UnreadPart } from '../../contract/api/transfer.ts';
import type { Bank } from '../../contract/bank.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { withoutAccents } from '../../contract/normalize-for-search.ts';
import { numberTail } from '../../contract/number-tail.ts';
import type { Reference } from '../quotes/reference.ts';
import type { Accounts } from '../recipients/accounts.ts';
import type { ListRecord } from '../service/list-record.ts';
import type { Log } from '../service/log.ts';
import { compact } from './search-text.ts';

/** A recipient in short, with what it is found by, folded once. */
export type Recipient = {
  id: string;
  alias: string;
  name: string;
  category: string;
  bank_name: string | null;
  /** The last four characters of the account number or wallet address. */
  account_tail: string | null;
  country_name: string | null;
  words: { alias: string; name: string; bank: string };
  numbers: { document: string[]; account: string[] };
  /** All of that and the id in one: what is not in here is not found. */
  all: string;
};
/** By the id of the account. */
export type Recipients = ReadonlyMap<string, Recipient>;

type Deps = {
  accounts: Pick<Accounts, 'everything'>;
  reference: Reference;
  log: Log;
  lists: Pick<ListRecord, 'report'>;
};

const patience = 1_000;
const noBanks: Bank[] = [];

/** What a search looks through, and what it can't. */
export type Searched = {
  recipients: Recipients;
  missing: Exclude<UnreadPart, 'some-transfers'>[];
  /** The accounts that can't be read; null for one whose id can't be either. */
  odd: readonly (string | null)[];
};

export type RecipientReader = {
  /** All of them; the last known, or none, while the service doesn't tell them. */
  current(): Promise<Recipients>;
  /** The same for a search, which waits for the first read and says what it can't look through. */
  searched(): Promise<Searched>;
  /** The last known, without asking anybody. */
  known(): Recipients;
};

/** The recipients of all transfers. */
export function createRecipients({ accounts, reference, log, lists }: Deps): RecipientReader {
  let last: Recipients = new Map();
  let madeOf: { accounts: DestinationAccount[]; banks: Bank[] } | null = null;

  /** Answers whether the accounts were read; the banks never hold them up. */
  async function readAnew(): Promise<boolean> {
    try {
      const [all, banks] = await Promise.all([accounts.everything(), banksInTime()]);
      if (madeOf?.accounts === all && madeOf.banks === banks) return true;
      last = recipientsOf(all, banks);
      madeOf = { accounts: all, banks };
      return true;
    } catch (error) {
      // Transfers can be shown and found without them.
      log.warn({ err: error }, 'the recipients of transfers could not be read');
      return false;
    }
  }

  async function banksInTime(): Promise<Bank[]> {
    const late = pause(patience, noBanks, { ref: false });
    // The client logs a failure.
    return Promise.race([reference.banks().catch(() => noBanks), late]);
  }

  const inTime = (read: Promise<boolean>) =>
    Promise.race([read, pause(patience, false, { ref: false })]);

  return {
    async current() {
      await inTime(readAnew());
      return last;
    },
    async searched() {
      const read = readAnew();
      // Before the first there is nothing to look through: it ends with the deadline of its calls.
      const isRead = await (madeOf === null ? read : inTime(read));
      const odd = lists.report().find(({ list }) => list === 'accounts')?.odd ?? [];
      return {
        recipients: last,
        missing: [
          ...(isRead ? [] : (['recipients'] as const)),
          ...(madeOf?.banks === noBanks ? (['banks'] as const) : []),
        ],
        odd: odd.map(({ id }) => id),
      };
    },
    known: () => last,
  };
}

/** Each account as a recipient; a bank that is not among the banks has no name. */
export function recipientsOf(accounts: DestinationAccount[], banks: Bank[]): Recipients {
  const bankNames = new Map(banks.map(({ id, name }) => [id, name]));
  return new Map(accounts.map((account) => [account.id, toRecipient(account, bankNames)]));
}

const documentFields = searchedFields('document');
const accountNumberFields = searchedFields('account');

function toRecipient(account: DestinationAccount, bankNames: Map<string, string>): Recipient {
  const { id, alias, category, bank_id, bank_number, additional_data } = account;
  const name = [account.first_name, account.last_name].filter(Boolean).join(' ');
  const bank_name = (bank_id && bankNames.get(bank_id)) ?? null;
  const number = category === 'bank' ? bank_number : additional_data;
  const given = (texts: (string | null | undefined)[]) =>
    texts.map((text) => compact(withoutAccents(text ?? ''))).filter(Boolean);
  const words = {
    alias: withoutAccents(alias),
    name: withoutAccents(name),
    bank: withoutAccents(bank_name ?? ''),
  };
  const numbers = {
    document: given(documentFields.map((field) => account[field])),
    account: given(accountNumberFields.map((field) => account[field])),
  };
  return {
    id,
    alias,
    name,
    category,
    bank_name,
    account_tail: number ? numberTail(number) : null,
    country_name: account.country?.name ?? null,
    words,
    numbers,
    all: [id, ...Object.values(words), ...Object.values(numbers).flat()].join('\n'),
  };
}

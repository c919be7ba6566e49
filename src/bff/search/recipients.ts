import { setTimeout as pause } from 'node:timers/promises';
import { appLocales } from '../../contract/api/languages.ts';
import type { UnreadPart } from '../../contract/api/transfer.ts';
import type { Bank } from '../../contract/bank.ts';
import type { Country } from '../../contract/country.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { searchedFields } from '../../contract/field-kinds.ts';
import { withoutAccents } from '../../contract/normalize-for-search.ts';
import { numberTail } from '../../contract/number-tail.ts';
import type { Reference } from '../quotes/reference.ts';
import type { Accounts } from '../recipients/accounts.ts';
import type { ListRecord } from '../service/list-record.ts';
import type { Log } from '../service/log.ts';
import { asWords, compact } from './search-text.ts';

/** A recipient with its search texts, normalized once. */
export type Recipient = {
  id: string;
  alias: string;
  name: string;
  category: DestinationAccount['category'];
  bank_name: string | null;
  /** The last 4 characters of the account number or wallet address. */
  account_tail: string | null;
  country_id: string | null;
  country_name: string | null;
  /** The code of its country or asset. */
  country_code: string | null;
  /** By `asWords`. */
  words: { alias: string; name: string; bank: string; country: string };
  numbers: { document: string[]; account: string[] };
  /** The id, words and numbers in one text, for a quick first test. */
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

const timeoutMs = 1_000;
const noBanks: Bank[] = [];

/** What a search looks through, and what is missing. */
type Searched = {
  recipients: Recipients;
  missing: Exclude<UnreadPart, 'some-transfers'>[];
  /** Ids of unreadable accounts; null for one without a readable id. */
  odd: readonly (string | null)[];
};

export type RecipientReader = {
  /** All recipients; the last known ones, or none, if the service doesn't answer within a second. */
  current(): Promise<Recipients>;
  /** The same for a search: waits for the first read, and says what is missing. */
  searched(): Promise<Searched>;
  /** The last known recipients, without a call. */
  known(): Recipients;
};

/** Reads the accounts and banks of the service as recipients, and keeps the last result. */
export function createRecipients({ accounts, reference, log, lists }: Deps): RecipientReader {
  let last: Recipients = new Map();
  let madeOf: { accounts: DestinationAccount[]; banks: Bank[] } | null = null;

  /** @returns true if the accounts were read; banks that are late don't count */
  async function refresh(): Promise<boolean> {
    try {
      const [all, banks] = await Promise.all([accounts.everything(), banksInTime()]);
      if (madeOf?.accounts === all && madeOf.banks === banks) return true;
      last = recipientsOf(all, banks);
      madeOf = { accounts: all, banks };
      return true;
    } catch (error) {
      // Transfers are shown and found without recipients.
      log.warn({ err: error }, 'recipients: not read from the service');
      return false;
    }
  }

  async function banksInTime(): Promise<Bank[]> {
    const late = pause(timeoutMs, noBanks, { ref: false });
    // The client logs a failure.
    return Promise.race([reference.banks().catch(() => noBanks), late]);
  }

  const inTime = (read: Promise<boolean>) =>
    Promise.race([read, pause(timeoutMs, false, { ref: false })]);

  return {
    async current() {
      await inTime(refresh());
      return last;
    },
    async searched() {
      const read = refresh();
      // Before the first read there is nothing to search, so wait for it; its calls have a deadline.
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

/** Accounts as recipients by id. `bank_name` is null if the bank is not in the list. */
export function recipientsOf(accounts: DestinationAccount[], banks: Bank[]): Recipients {
  const bankNames = new Map(banks.map(({ id, name }) => [id, name]));
  // Thousands of recipients are in few countries, whose names in all languages take longest.
  const countries = new Map<string, string>();
  const wordsOf = (country: Country) => {
    const key = JSON.stringify([country.name, country.code, country.is_asset]);
    const words = countries.get(key) ?? countryWords(country);
    countries.set(key, words);
    return words;
  };
  return new Map(accounts.map((account) => [account.id, toRecipient(account, bankNames, wordsOf)]));
}

const documentFields = searchedFields('document');
const accountNumberFields = searchedFields('account');

function toRecipient(
  account: DestinationAccount,
  bankNames: Map<string, string>,
  wordsOf: (country: Country) => string,
): Recipient {
  const { id, alias, category, bank_id, bank_number, additional_data } = account;
  const name = [account.first_name, account.last_name].filter(Boolean).join(' ');
  const bank_name = (bank_id && bankNames.get(bank_id)) ?? null;
  const number = category === 'bank' ? bank_number : additional_data;
  const given = (texts: (string | null | undefined)[]) =>
    texts.map((text) => compact(withoutAccents(text ?? ''))).filter(Boolean);
  const words = {
    alias: asWords(alias),
    name: asWords(name),
    bank: asWords(bank_name ?? ''),
    country: account.country ? wordsOf(account.country) : '',
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
    country_id: account.country?.id ?? null,
    country_name: account.country?.name ?? null,
    country_code: account.country?.code || null,
    words,
    numbers,
    all: [id, ...Object.values(words), ...Object.values(numbers).flat()].join('\n'),
  };
}

const regionNames = appLocales.map(
  (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }),
);

/** The country's name in the languages of the app, its name at the service and its code. */
function countryWords({ name, code, is_asset }: Country): string {
  const isRegion = !is_asset && /^[a-z]{2}$/i.test(code);
  const names = isRegion ? regionNames.map((one) => one.of(code.toUpperCase())) : [];
  return asWords([name, code, ...names].filter(Boolean).join(' '));
}

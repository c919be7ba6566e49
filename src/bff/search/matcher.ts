import { withoutAccents } from '../../contract/normalize-for-search.ts';
import { idPattern } from '../../contract/paths.ts';
import type { Transfer } from '../../contract/transfer.ts';
import type { SendRow } from '../ledger/sends/sends.ts';
import type { Term, Ways } from '../ledger/transfers/transfer-filters.ts';
import type { AmountReadings } from './amount-readings.ts';
import { findRecipients, type RecipientHit } from './find-recipients.ts';
import type { SearchTerm, SearchTerms } from './read-search.ts';
import type { Recipients } from './recipients.ts';
import { compact, rankIn, ranks } from './search-text.ts';
import { isTransferState } from './search-words.ts';
import type { Senders } from './senders.ts';

/** A term, and whom it names. */
export type TermMeaning = SearchTerm & {
  /** By the id of the account. */
  accounts: ReadonlyMap<string, RecipientHit>;
  /** The rank by the id of the person who sent; empty where senders are not searched. */
  senders: ReadonlyMap<string, number>;
  /** The sends whose keys begin with it. */
  sends: readonly SendRow[];
  /** The rank by the id of the transfer, and by the key of the send, whose note or reference has it. */
  noted: ReadonlyMap<string, number>;
};

/** What is searched beside the transfers. */
type Lookup = {
  recipients: Recipients;
  /** Only for support: null for everybody else. */
  senders: Senders | null;
  /** The sends that the keys in the text begin, as far as the person may see them. */
  sends: readonly SendRow[];
  /** By the text of `noteText`. */
  noted: ReadonlyMap<string, TermMeaning['noted']>;
};

/** What of a term is looked for in notes: all of it, also where a word is a day or a state. */
export const noteText = ({ typed }: Pick<SearchTerm, 'typed'>): string => withoutAccents(typed);

/** The ways to read a searched text, each with the meanings of its terms. */
export type SearchMeaning = readonly (readonly TermMeaning[])[];

/** Looks up whom each term names. */
export function meaningOf(
  terms: SearchTerms,
  { recipients, senders, sends, noted }: Lookup,
): SearchMeaning {
  return terms.map((way) =>
    way.map((term) => {
      const { text, key } = term;
      const people = text === '' ? [] : [...(senders ?? [])];
      return {
        ...term,
        accounts: text === '' ? new Map() : findRecipients(recipients, text),
        senders: new Map(
          people
            .map(([id, { words }]) => [id, rankIn(words, text)] as const)
            .filter(([, rank]) => rank > ranks.none),
        ),
        sends: key === null ? [] : sends.filter((one) => compact(one.key).startsWith(key)),
        noted: noted.get(noteText(term)) ?? new Map(),
      };
    }),
  );
}

/**
 * The ways by which the ledger finds transfers that match at least this well. A transfer matches a way as well
 * as its worst term, and a term by its number, its notes, its recipient, its sender, an amount or a currency.
 */
export function waysOf(meaning: SearchMeaning, least: number): Ways {
  const isEnough = (rank: number) => rank >= least;
  const ways = meaning.map((terms) =>
    terms.map(({ text, accounts, senders, sends, noted, readings, currencies, ...term }): Term => {
      const paid = [...accounts].flatMap(([id, { rank }]) => (isEnough(rank) ? [id] : []));
      const people = [...senders].flatMap(([id, rank]) => (isEnough(rank) ? [id] : []));
      const amounts = [...readings].flatMap(([currency, all]) =>
        all.map((cents) => ({ currency, cents })),
      );
      const written = [...noted].flatMap(([subject, rank]) => (isEnough(rank) ? [subject] : []));
      const ids = sends.flatMap(({ transfer_id }) => transfer_id ?? []);
      ids.push(...written.filter((one) => idPattern.test(one)));
      const keys = sends.map(({ key }) => key);
      keys.push(...written.filter((one) => !idPattern.test(one)));
      const number = idIn(text);
      if (number !== null) ids.push(number);
      return {
        ...(ids.length > 0 && { ids }),
        ...(keys.length > 0 && { sends: keys }),
        ...(term.state !== null && isTransferState(term.state) && { state: term.state }),
        ...(term.times.length > 0 && { seen: term.times }),
        ...(paid.length > 0 && { accounts: paid }),
        ...(people.length > 0 && { senders: people }),
        ...(amounts.length > 0 && { amounts }),
        ...(currencies && { currencies: [...currencies] }),
      };
    }),
  );
  // A term that names nothing is not matched by anything.
  return ways.map(joined).filter((terms) => terms.every((term) => Object.keys(term).length > 0));
}

/** The id of a transfer or account that a text can be: `150 001` too. */
export function idIn(text: string): string | null {
  const id = text.replaceAll(' ', '');
  return idPattern.test(id) ? id : null;
}

/**
 * Joins the terms that recipients alone can match, such as a name and a country: the ledger is not asked for
 * thousands of recipients of whom few match both.
 */
function joined(terms: readonly Term[]): readonly Term[] {
  const isOfAccounts = ({ accounts, ...others }: Term) =>
    accounts !== undefined && Object.keys(others).length === 0;
  const [first, ...more] = terms.filter(isOfAccounts).map(({ accounts }) => new Set(accounts));
  if (!first) return terms;
  const all = [...first].filter((id) => more.every((one) => one.has(id)));
  const named = new Set(all);
  const among = ({ accounts, ...others }: Term): Term => {
    const both = accounts?.filter((id) => named.has(id)) ?? [];
    return { ...others, ...(both.length > 0 && { accounts: both }) };
  };
  return [...terms.filter((term) => !isOfAccounts(term)).map(among), among({ accounts: all })];
}

type Amounts = Omit<Transfer, 'id' | 'state' | 'destination_account_id'>;

/** True if the source or destination amount is a searched one. */
export function hasAmount(row: Amounts, readings: AmountReadings): boolean {
  if (readings.size === 0) return false;
  return (
    readings.get(row.source_amount_currency)?.includes(row.source_amount_cents) ||
    readings.get(row.destination_amount_currency)?.includes(row.destination_amount_cents) ||
    false
  );
}

type Pair = Pick<Transfer, 'source_amount_currency' | 'destination_amount_currency'>;

/** True if the term names the source or the destination currency. */
export function hasCurrency(row: Pair, { currencies }: SearchTerm): boolean {
  if (currencies === null) return false;
  return (
    currencies.has(row.source_amount_currency) || currencies.has(row.destination_amount_currency)
  );
}

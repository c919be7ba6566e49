import type { Transfer } from '../../contract/transfer.ts';
import { memoizeWeak } from '../lib/memoize-weak.ts';
import type { AmountReadings } from './amount-readings.ts';
import { findRecipients, type RecipientHit } from './find-recipients.ts';
import type { Recipients } from './recipients.ts';
import type { SearchTerm, SearchTerms } from './search-terms.ts';
import { rankIn, ranks } from './search-text.ts';
import type { Senders } from './senders.ts';
import { placeOf } from './transfer-index.ts';

/** A term, and whom it names. */
export type TermMeaning = SearchTerm & {
  /** By the id of the account. */
  accounts: ReadonlyMap<string, RecipientHit>;
  /** The rank by the sender's number; null where senders are not searched. */
  senders: Uint8Array | null;
};

/** The ways to read a searched text, each with the meanings of its terms. */
export type SearchMeaning = readonly (readonly TermMeaning[])[];

/** Looks up whom each term names. @param senders only for support: null for everybody else */
export function meaningOf(
  terms: SearchTerms,
  recipients: Recipients,
  senders: Senders | null,
): SearchMeaning {
  return terms.map((way) =>
    way.map((term) => ({
      ...term,
      accounts: findRecipients(recipients, term.text),
      senders: senders && Uint8Array.from(senders.words, (words) => rankIn(words, term.text)),
    })),
  );
}

/**
 * A test by place of the row: how well it matches the best way to read the text. A row matches a way as
 * well as its worst term, and a term by its number, its recipient, its sender, an amount or a currency.
 */
export function createMatcher(
  rows: readonly Transfer[],
  meaning: SearchMeaning,
  senders: Senders | null,
): (place: number) => number {
  const ways = meaning.map((terms) =>
    terms
      .map((term) => ({ rankOf: termMatcher(rows, term, senders), isSlow: readsRow(term) }))
      .sort((a, b) => Number(a.isSlow) - Number(b.isSlow))
      .map(({ rankOf }) => rankOf),
  );
  return (place) => {
    let best: number = ranks.none;
    for (const way of ways) {
      let worst: number = ranks.whole;
      for (const rankOf of way) {
        worst = Math.min(worst, rankOf(place));
        if (worst === ranks.none) break;
      }
      best = Math.max(best, worst);
    }
    return best;
  };
}

const readsRow = ({ readings, currencies }: SearchTerm) => readings.size > 0 || currencies !== null;

function termMatcher(
  rows: readonly Transfer[],
  term: TermMeaning,
  senders: Senders | null,
): (place: number) => number {
  const { numbers, ofRow } = accountsOf(rows);
  const ofAccount = new Uint8Array(numbers.size);
  for (const [id, { rank }] of term.accounts) {
    const number = numbers.get(id);
    if (number !== undefined) ofAccount[number] = rank;
  }
  const found = placeOf(rows, term.text);
  const named = rows[found]?.id === term.text ? found : null;
  const ofSender = term.senders?.some(Boolean) ? term.senders : null;
  const senderOf = ofSender && senders ? sendersOf(senders)(rows) : null;
  const isSlow = readsRow(term);
  return (place) => {
    if (place === named) return ranks.whole;
    const rank = Math.max(
      ofAccount[ofRow[place] ?? 0] ?? ranks.none,
      (senderOf && ofSender?.[senderOf[place] ?? 0]) ?? ranks.none,
    );
    if (rank === ranks.whole || !isSlow) return rank;
    const row = rows[place];
    return row && (hasAmount(row, term.readings) || hasCurrency(row, term)) ? ranks.whole : rank;
  };
}

/**
 * Numbers the account of each row once for all searches: looking up each account id in a Set would
 * take longer than the rest of a search over 100,000 rows.
 */
export const accountsOf = memoizeWeak((rows: readonly Transfer[]) => {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const ofRow = Uint32Array.from(rows, ({ destination_account_id: id }) => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    counts[number] = (counts[number] ?? 0) + 1;
    return number;
  });
  return { numbers, ofRow, counts };
});

/** The number of each row's sender, for the same reason. */
const sendersOf = memoizeWeak(({ owners }: Senders) =>
  memoizeWeak((rows: readonly Transfer[]) =>
    Uint32Array.from(rows, ({ id }) => owners.get(id) ?? 0),
  ),
);

/** True if the sender of this transfer matches the term. */
export function isBySender(id: string, term: TermMeaning, senders: Senders | null): boolean {
  const number = senders?.owners.get(id);
  return number !== undefined && Boolean(term.senders?.[number]);
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

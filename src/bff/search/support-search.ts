import {
  type FoundTransfer,
  maxFound,
  type SupportQuery,
  type SupportSearch,
} from '../../contract/api/support.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { ownersOf } from '../ledger/people/owners.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { TransferFilter, Ways } from '../ledger/transfers/transfer-filters.ts';
import {
  keyOfWays,
  paidAmong,
  rankedTransfers,
  transfersTo,
} from '../ledger/transfers/transfer-windows.ts';
import type { RecipientHit } from './find-recipients.ts';
import {
  hasAmount,
  hasCurrency,
  idIn,
  type SearchMeaning,
  type TermMeaning,
  waysOf,
} from './matcher.ts';
import type { Recipients } from './recipients.ts';
import { ranks } from './search-text.ts';
import { withAlias } from './window.ts';

type Found = {
  recipients: SupportSearch['recipients'];
  transfers: Omit<SupportSearch['transfers'], 'items'> & {
    items: Omit<FoundTransfer, 'timeline'>[];
  };
};
type Searched = { db: LedgerDb; recipients: Recipients; meaning: SearchMeaning };

/** Above what is found by its words: a record that has the text as its id. */
const rankOfId = ranks.whole + 1;
/** Recipients that all terms name are above those found by a transfer. */
const rankOfNamed = ranks.whole;

/**
 * Finds recipients and transfers by a text, with what matched: by their id first, then by whole words, then
 * by parts of words, and the newest first. `recipient` limits the transfers to one account. A recipient is
 * found by all terms, or by some of them when a transfer to it matches the others.
 */
export async function supportSearchOf(searched: Searched, query: SupportQuery): Promise<Found> {
  const { db, recipients, meaning } = searched;
  // A text of one term; `transfer 9001` is one too.
  const ids = new Set(
    meaning.flatMap(([first, ...more]) => (first && !more[0] ? idsOf(first) : [])),
  );
  const [part, whole] = [waysOf(meaning, ranks.part), waysOf(meaning, ranks.whole)];
  const transfers = await rankedTransfers(
    db,
    { whose: 'everything', sort: 'newest', destination_account_id: query.recipient },
    [part, whole, [...ids].map((id) => [{ ids: [id] }])],
    { cursor: query.transfers_cursor, limit: maxFound },
  );
  const owners = await ownersOf(
    db,
    'transfer',
    transfers.items.map(({ id }) => id),
  );
  const hits = await hitsOf(searched, ids, part, whole);
  const page = pageOf(hits, recipients, query.recipients_cursor);
  const counts = await transfersTo(
    db,
    page.items.map(({ id }) => id),
  );
  return {
    recipients: {
      ...page,
      items: page.items.map(({ id, ...known }) => ({
        ...{ id, alias: known.alias, name: known.name, category: known.category },
        ...{ bank_name: known.bank_name, account_tail: known.account_tail },
        country_name: known.country_name,
        matched: matchedOf(id, meaning),
        transfers: counts.get(id) ?? 0,
      })),
    },
    transfers: {
      ...transfers,
      items: transfers.items.map((row) => ({
        ...withAlias(row, recipients),
        matched: transferMatches(row, owners.get(row.id), meaning),
      })),
    },
  };
}

/** The filter of the ledger for all transfers that match. */
export const supportFilter = (meaning: SearchMeaning): TransferFilter => ({
  ...{ whose: 'everything', sort: 'newest', ways: waysOf(meaning, ranks.part) },
});

/** The ids that a text of one term can name. */
const idsOf = ({ text, sends }: TermMeaning) => [
  idIn(text) ?? text,
  ...sends.flatMap(({ transfer_id }) => transfer_id ?? []),
];

/** How well recipients match, by id. */
async function hitsOf(
  { db, meaning }: Searched,
  ids: ReadonlySet<string>,
  part: Ways,
  whole: Ways,
): Promise<Map<string, number>> {
  const named = namedByAll(meaning);
  const some = new Set(
    meaning.flatMap((terms) => terms.flatMap((term) => [...term.accounts.keys()])),
  );
  const others = [...some].filter((id) => !named.has(id));
  const paid = await paidAmong(db, others, part);
  const hits = new Map([...paid].map((id): [string, number] => [id, ranks.part]));
  const isSame = keyOfWays(part) === keyOfWays(whole);
  const paidWhole = isSame ? paid : await paidAmong(db, [...paid], whole);
  for (const id of paidWhole) hits.set(id, ranks.whole);
  for (const [id, rank] of named) hits.set(id, rankOfNamed + (ids.has(id) ? rankOfId : rank));
  return hits;
}

/** The recipients that every term of a way names, with the rank of the worst. */
export function namedByAll(meaning: SearchMeaning): Map<string, number> {
  const all = new Map<string, number>();
  for (const [first, ...others] of meaning) {
    for (const [id, { rank }] of first?.accounts ?? []) {
      const hits = others.map(({ accounts }) => accounts.get(id));
      const worst = hits.reduce((least, hit) => Math.min(least, hit?.rank ?? ranks.none), rank);
      if (worst > (all.get(id) ?? ranks.none)) all.set(id, worst);
    }
  }
  return all;
}

function matchedOf(id: string, meaning: SearchMeaning) {
  const hits = meaning.flat().map(({ accounts }): RecipientHit | undefined => accounts.get(id));
  return [...new Set(hits.flatMap((hit) => [...(hit?.matched ?? [])]))];
}

/** @param owner the id of the person who sent it */
function transferMatches(
  row: Transfer,
  owner: string | undefined,
  meaning: SearchMeaning,
): FoundTransfer['matched'] {
  const terms = meaning.flat();
  const matched = {
    id: terms.some((term) => idsOf(term).includes(row.id)),
    reference: terms.some(({ noted }) => noted.has(row.id)),
    amount: terms.some(({ readings }) => hasAmount(row, readings)),
    recipient: terms.some(({ accounts }) => accounts.has(row.destination_account_id)),
    sender: owner !== undefined && terms.some(({ senders }) => senders.has(owner)),
    currency: terms.some((term) => hasCurrency(row, term)),
  };
  const names = ['id', 'reference', 'amount', 'recipient', 'sender', 'currency'] as const;
  return names.filter((name) => matched[name]);
}

/**
 * A page of recipients by rank, highest first, and then the newest. A cursor is the rank and the id of the last
 * one before the page, so it stays valid when recipients come or go.
 */
function pageOf(
  hits: ReadonlyMap<string, number>,
  recipients: Recipients,
  cursor: string | undefined,
) {
  type Hit = readonly [id: string, rank: number];
  const compare = ([a, of]: Hit, [b, than]: Hit) => than - of || compareIds(b, a);
  const found = [...hits].filter(([id]) => recipients.has(id)).sort(compare);
  const [rank = '', id = ''] = cursor?.split('-') ?? [];
  const after: Hit = [id, Number(rank)];
  const rest = cursor === undefined ? found : found.filter((hit) => compare(hit, after) > 0);
  const shown = rest.slice(0, maxFound);
  const last = shown.at(-1);
  return {
    items: shown.flatMap(([one]) => recipients.get(one) ?? []),
    total: found.length,
    next_cursor: last && rest.length > shown.length ? `${last[1]}-${last[0]}` : null,
  };
}

/** Compares ids as numbers: decimal strings without leading zeros. */
function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

import {
  type FoundTransfer,
  maxFound,
  type SupportQuery,
  type SupportSearch,
} from '../../contract/api/support.ts';
import type { Transfer } from '../../contract/transfer.ts';
import type { RecipientHit } from './find-recipients.ts';
import {
  accountsOf,
  createMatcher,
  hasAmount,
  hasCurrency,
  isBySender,
  type SearchMeaning,
} from './matcher.ts';
import type { Recipient, Recipients } from './recipients.ts';
import { ranks } from './search-text.ts';
import type { Senders } from './senders.ts';
import { compareIds, type TransferIndex } from './transfer-index.ts';
import { withAlias } from './window.ts';

type Found = {
  recipients: SupportSearch['recipients'];
  transfers: Omit<SupportSearch['transfers'], 'items'> & {
    items: Omit<FoundTransfer, 'timeline'>[];
  };
};
type Searched = {
  index: Pick<TransferIndex, 'rows' | 'byId'>;
  recipients: Recipients;
  senders: Senders | null;
  meaning: SearchMeaning;
};

/** Above what is found by its words: a record that has the text as its id. */
const rankOfId = ranks.whole + 1;
/** Recipients that all terms name are above those found by a transfer. */
const rankOfNamed = ranks.whole;

/**
 * Finds recipients and transfers by a text, with what matched: by their id first, then by whole words, then
 * by parts of words, and the newest first. `recipient` limits the transfers to one account. A recipient is
 * found by all terms, or by some of them when a transfer to it matches the others.
 */
export function supportSearchOf(searched: Searched, query: SupportQuery): Found {
  const { index, recipients, meaning, senders } = searched;
  const { rows } = index;
  const { recipient } = query;
  // A text of one term; `transfer 9001` is one too.
  const ids = new Set(meaning.flatMap(([first, ...more]) => (first && !more[0] ? first.text : [])));
  const rankOf = createMatcher(rows, meaning, senders);
  const { numbers, ofRow, counts } = accountsOf(rows);
  const isNamed = new Uint8Array(numbers.size);
  for (const { accounts } of meaning.flat()) {
    for (const id of accounts.keys()) {
      const number = numbers.get(id);
      if (number !== undefined) isNamed[number] = 1;
    }
  }
  const rankOfPaid = new Uint8Array(numbers.size);
  const found = createPage<Transfer>(query.transfers_cursor);
  for (let place = rows.length - 1; place >= 0; place -= 1) {
    const rank = rankOf(place);
    if (rank === ranks.none) continue;
    const account = ofRow[place] ?? 0;
    if (isNamed[account] && rank > (rankOfPaid[account] ?? 0)) rankOfPaid[account] = rank;
    const row = rows[place];
    if (!row || (recipient !== undefined && row.destination_account_id !== recipient)) continue;
    found.add(row, ids.has(row.id) ? rankOfId : rank);
  }

  const hits = new Map<string, number>();
  for (const [id, number] of numbers) {
    const rank = rankOfPaid[number] ?? ranks.none;
    if (rank > ranks.none) hits.set(id, rank);
  }
  for (const [id, rank] of namedByAll(meaning)) {
    hits.set(id, rankOfNamed + (ids.has(id) ? rankOfId : rank));
  }
  const accounts = createPage<Recipient>(query.recipients_cursor);
  const newest = [...hits.keys()].sort((a, b) => compareIds(b, a));
  for (const id of newest) {
    const known = recipients.get(id);
    if (known) accounts.add(known, hits.get(id) ?? 0);
  }
  return {
    recipients: accounts.page(({ id, ...known }) => ({
      ...{ id, alias: known.alias, name: known.name, category: known.category },
      ...{ bank_name: known.bank_name, account_tail: known.account_tail },
      country_name: known.country_name,
      matched: matchedOf(id, meaning),
      transfers: counts[numbers.get(id) ?? -1] ?? 0,
    })),
    transfers: found.page((row) => ({
      ...withAlias(row, recipients),
      matched: transferMatches(row, searched),
    })),
  };
}

/** The recipients that every term of a way names, with the rank of the worst. */
function namedByAll(meaning: SearchMeaning): Map<string, number> {
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

function transferMatches(row: Transfer, { meaning, senders }: Searched): FoundTransfer['matched'] {
  const terms = meaning.flat();
  const matched = {
    id: terms.some(({ text }) => text === row.id),
    amount: terms.some(({ readings }) => hasAmount(row, readings)),
    recipient: terms.some(({ accounts }) => accounts.has(row.destination_account_id)),
    sender: terms.some((term) => isBySender(row.id, term, senders)),
    currency: terms.some((term) => hasCurrency(row, term)),
  };
  const names = ['id', 'amount', 'recipient', 'sender', 'currency'] as const;
  return names.filter((name) => matched[name]);
}

/**
 * Collects a page of records, which are added newest first: by rank, highest first. A cursor is the rank and
 * the id of the last record before the page, so it stays valid when records come or go.
 */
function createPage<T extends { id: string }>(cursor: string | undefined) {
  const [lastRank, lastId] = cursor?.split('-') ?? [];
  const byRank: T[][] = [];
  let total = 0;
  let rest = 0;

  function isAfter(id: string, rank: number): boolean {
    if (lastRank === undefined || lastId === undefined) return true;
    return rank < Number(lastRank) || (rank === Number(lastRank) && compareIds(id, lastId) < 0);
  }

  return {
    add(one: T, rank: number) {
      total += 1;
      if (!isAfter(one.id, rank)) return;
      rest += 1;
      const same = byRank[rank] ?? [];
      byRank[rank] = same;
      if (same.length < maxFound) same.push(one);
    },
    page<Shown>(show: (one: T) => Shown) {
      const ranked = byRank.flatMap((some, rank) => some.map((one) => ({ one, rank })).reverse());
      const shown = ranked.reverse().slice(0, maxFound);
      const last = shown.at(-1);
      return {
        items: shown.map(({ one }) => show(one)),
        total,
        next_cursor: last && rest > shown.length ? `${last.rank}-${last.one.id}` : null,
      };
    },
  };
}

import type {
  AliasedTransfer,
  TransferFilters,
  TransferList,
  TransferQuery,
} from '../../contract/api/transfer.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { isInState } from '../../contract/transfer-state.ts';
import { accountsOf, createMatcher, meaningOf } from './matcher.ts';
import type { Recipients } from './recipients.ts';
import type { SearchTerms } from './search-terms.ts';
import { ranks } from './search-text.ts';
import type { Senders } from './senders.ts';
import { compareIds, type TransferIndex } from './transfer-index.ts';

/** What a query searches: the `rows` that the person may see, sorted by id, lowest first. */
export type SearchScope = {
  rows: readonly Transfer[];
  recipients: Recipients;
  /** The searched text; null without one. */
  terms: SearchTerms | null;
  /** Only for support: null for everybody else. */
  senders: Senders | null;
};
type ResultPage = Pick<TransferList, 'next_cursor' | 'total' | 'counts'> & {
  items: AliasedTransfer[];
};
type Compare = (a: Transfer, b: Transfer) => number;

/** Up to this share of all rows, ids are looked up one by one instead of filtering all rows. */
const maxLookupShare = 1 / 8;
const maxCachedPages = 200;

/** The rows with these ids, or all for null, sorted by id, lowest first. */
export function rowsOf(
  { rows, byId }: Pick<TransferIndex, 'rows' | 'byId'>,
  ids: ReadonlySet<string> | null,
): readonly Transfer[] {
  if (ids === null) return rows;
  if (ids.size > rows.length * maxLookupShare) return rows.filter(({ id }) => ids.has(id));
  return [...ids]
    .map((id) => byId.get(id))
    .filter((row) => row !== undefined)
    .sort((a, b) => compareIds(a.id, b.id));
}

/**
 * Caches pages for the latest rows: everybody who watches all transfers asks for the same page after a
 * change, and counting 100,000 rows takes 10 ms.
 */
export function createPageCache() {
  let cached = new Map<string, ResultPage>();
  let madeOf: Pick<SearchScope, 'rows' | 'recipients'> | null = null;

  return (scope: SearchScope, query: TransferQuery): ResultPage => {
    const { rows, recipients } = scope;
    if (madeOf?.rows !== rows || madeOf.recipients !== recipients) {
      madeOf = { rows, recipients };
      cached = new Map();
    }
    // Searches are rarely repeated: not cached.
    if (query.q) return pageOf(scope, query);
    const asked = JSON.stringify(query);
    const page = cached.get(asked) ?? pageOf(scope, query);
    if (cached.size < maxCachedPages) cached.set(asked, page);
    return page;
  };
}

/**
 * A page of the transfers that match a query. `counts` are by state and ignore the state filter. A cursor
 * names a position between two rows, so it stays valid when rows come or go.
 */
export function pageOf(scope: SearchScope, query: TransferQuery): ResultPage {
  const { limit, currency = '' } = query;
  const compare = comparisonOf(query);
  const isAfter = placeAfter(query);
  // A Map, because a state may be any text, also `constructor`.
  const counts = new Map<string, number>();
  let total = 0;
  let rest = 0;
  let best: Transfer[] = [];
  for (const row of found(scope, { ...query, state: undefined })) {
    counts.set(row.state, (counts.get(row.state) ?? 0) + 1);
    if (!isInState(row.state, query.state)) continue;
    total += 1;
    if (isAfter && !isAfter(row)) continue;
    rest += 1;
    // Rows come sorted by id, so only a sort by amount has to keep more rows than it shows.
    if (query.sort !== 'amount') {
      if (best.length < limit) best.push(row);
    } else if (best.push(row) > 8 * limit) best = best.sort(compare).slice(0, limit);
  }
  const items = best.sort(compare).slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => withAlias(row, scope.recipients)),
    next_cursor: last && rest > items.length ? cursorAt(last, query.sort, currency) : null,
    total,
    counts: Object.fromEntries(counts),
  };
}

/** All transfers that match a query, in its order. */
export function allOf(scope: SearchScope, query: TransferFilters): Transfer[] {
  const rows = [...found(scope, query)];
  return query.sort === 'amount' ? rows.sort(comparisonOf(query)) : rows;
}

/** Adds the recipient's alias and country code to a transfer; null if it is not known. */
export function withAlias(row: Transfer, recipients: Recipients): AliasedTransfer {
  const recipient = recipients.get(row.destination_account_id);
  return {
    ...row,
    alias: recipient?.alias ?? null,
    country_code: recipient?.country_code ?? null,
  };
}

/** The matching rows by id: highest first, or lowest first for `oldest`. */
function* found(scope: SearchScope, query: TransferFilters) {
  const { rows, recipients, terms, senders } = scope;
  const { state, destination_account_id, currency } = query;
  const { source_amount_currency: source, destination_amount_currency: destination } = query;
  const rankOf = terms && createMatcher(rows, meaningOf(terms, recipients, senders), senders);
  const isInCountry = query.country_id === undefined ? null : countryTest(scope, query.country_id);
  const [step, first] = query.sort === 'oldest' ? [1, 0] : [-1, rows.length - 1];
  for (let place = first; place >= 0 && place < rows.length; place += step) {
    if (rankOf?.(place) === ranks.none) continue;
    if (isInCountry && !isInCountry(place)) continue;
    const row = rows[place];
    if (!row || !isInState(row.state, state)) continue;
    const { destination_account_id: account } = row;
    if (destination_account_id !== undefined && account !== destination_account_id) continue;
    if (currency !== undefined && amountIn(row, currency) === null) continue;
    if (source !== undefined && row.source_amount_currency !== source) continue;
    if (destination !== undefined && row.destination_amount_currency !== destination) continue;
    yield row;
  }
}

/** A test by place of the row: is its recipient in this country, or of this asset? */
function countryTest({ rows, recipients }: SearchScope, country_id: string) {
  const { numbers, ofRow } = accountsOf(rows);
  const isIn = [...numbers.keys()].map((id) => recipients.get(id)?.country_id === country_id);
  return (place: number) => isIn[ofRow[place] ?? -1] === true;
}

/** The source amount if it is in this currency, else the destination amount, else null; in subunits. */
function amountIn(row: Transfer, currency: string): bigint | null {
  if (row.source_amount_currency === currency) return row.source_amount_cents;
  return row.destination_amount_currency === currency ? row.destination_amount_cents : null;
}

/** By amount: largest first, and newest first among equal amounts. */
function comparisonOf({ sort, currency = '' }: TransferFilters): Compare {
  if (sort === 'oldest') return (a, b) => compareIds(a.id, b.id);
  if (sort === 'newest') return (a, b) => compareIds(b.id, a.id);
  return (a, b) => {
    const [of, than] = [amountIn(a, currency) ?? 0n, amountIn(b, currency) ?? 0n];
    return of === than ? compareIds(b.id, a.id) : of > than ? -1 : 1;
  };
}

/** `9001`, or `431270-9001` in the order by amount. */
function cursorAt(row: Transfer, sort: TransferQuery['sort'], currency: string): string {
  return sort === 'amount' ? `${amountIn(row, currency)}-${row.id}` : row.id;
}

/** A test whether a row is after the cursor; null without a cursor. */
function placeAfter({ cursor, sort, currency = '' }: TransferQuery) {
  if (cursor === undefined) return null;
  const [id = '', amount] = cursor.split('-').reverse();
  if (sort === 'oldest') return (row: Transfer) => compareIds(row.id, id) > 0;
  if (sort === 'newest') return (row: Transfer) => compareIds(row.id, id) < 0;
  const last = BigInt(amount ?? 0);
  return (row: Transfer) => {
    const own = amountIn(row, currency) ?? 0n;
    return own < last || (own === last && compareIds(row.id, id) < 0);
  };
}

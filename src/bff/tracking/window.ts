import type {
  AliasedTransfer,
  TransferFileRequest,
  TransferList,
  TransferQuery,
} from '../../contract/api/transfer.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { memoizeWeak } from '../lib/memoize-weak.ts';
import type { AmountReadings } from './amount-readings.ts';
import { findRecipients } from './find-recipients.ts';
import type { Recipients } from './recipients.ts';
import { compareIds, placeOf, type TransferIndex } from './transfer-index.ts';

/** What a question is answered from: the `rows` that the person may see, by id, the lowest first. */
export type SearchScope = {
  rows: readonly Transfer[];
  recipients: Recipients;
  readings: AmountReadings;
};
type Window = Pick<TransferList, 'next_cursor' | 'total' | 'counts'> & {
  items: AliasedTransfer[];
};
type Compare = (a: Transfer, b: Transfer) => number;

/** Few of many are looked up one by one rather than sought among all. */
const few = 1 / 8;
const maxKept = 200;

/** The rows with these ids, or all for null, by id, the lowest first. */
export function rowsOf(
  { rows, byId }: Pick<TransferIndex, 'rows' | 'byId'>,
  ids: ReadonlySet<string> | null,
): readonly Transfer[] {
  if (ids === null) return rows;
  if (ids.size > rows.length * few) return rows.filter(({ id }) => ids.has(id));
  return [...ids]
    .map((id) => byId.get(id))
    .filter((row) => row !== undefined)
    .sort((a, b) => compareIds(a.id, b.id));
}

/**
 * Answers windows, and keeps those of the latest rows: whoever watches all transfers asks the same
 * after each change, and to count a hundred thousand takes 10 ms.
 */
export function createWindows() {
  let kept = new Map<string, Window>();
  let madeOf: Pick<SearchScope, 'rows' | 'recipients'> | null = null;

  return (scope: SearchScope, query: TransferQuery): Window => {
    const { rows, recipients } = scope;
    if (madeOf?.rows !== rows || madeOf.recipients !== recipients) {
      madeOf = { rows, recipients };
      kept = new Map();
    }
    // What was searched for is not asked again, and is nothing to keep.
    if (query.q) return windowOf(scope, query);
    const asked = JSON.stringify(query);
    const window = kept.get(asked) ?? windowOf(scope, query);
    if (kept.size < maxKept) kept.set(asked, window);
    return window;
  };
}

/**
 * The window of the transfers that a query asks for. `counts` are by state, as if no state was asked.
 * A cursor names the place between two rows, not a row, so that it holds whatever comes or goes.
 */
export function windowOf(scope: SearchScope, query: TransferQuery): Window {
  const { limit, currency = '' } = query;
  const compare = comparisonOf(query);
  const isAfter = placeAfter(query);
  // Any text may be a state, also the name of a member of every object.
  const counts = new Map<string, number>();
  let total = 0;
  let rest = 0;
  let best: Transfer[] = [];
  for (const row of found(scope, { ...query, state: undefined })) {
    counts.set(row.state, (counts.get(row.state) ?? 0) + 1);
    if (query.state !== undefined && row.state !== query.state) continue;
    total += 1;
    if (isAfter && !isAfter(row)) continue;
    rest += 1;
    // Rows come in the order of their ids, so that only a sort by amount keeps more than it shows.
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

/** All transfers that a query asks for, in its order. */
export function allOf(scope: SearchScope, query: TransferFileRequest): Transfer[] {
  const rows = [...found(scope, query)];
  return query.sort === 'amount' ? rows.sort(comparisonOf(query)) : rows;
}

/** The row with its recipient's alias, or null where that is not known. */
export function withAlias(row: Transfer, recipients: Recipients): AliasedTransfer {
  return { ...row, alias: recipients.get(row.destination_account_id)?.alias ?? null };
}

/** The rows that match, by id: the highest first unless the oldest are asked for first. */
function* found(scope: SearchScope, query: TransferFileRequest) {
  const { rows } = scope;
  const { state, destination_account_id, currency } = query;
  const isMeant = query.q ? meaning(scope, query.q) : null;
  const [step, first] = query.sort === 'oldest' ? [1, 0] : [-1, rows.length - 1];
  for (let place = first; place >= 0 && place < rows.length; place += step) {
    if (isMeant && !isMeant(place)) continue;
    const row = rows[place];
    if (!row || (state !== undefined && row.state !== state)) continue;
    const { destination_account_id: account } = row;
    if (destination_account_id !== undefined && account !== destination_account_id) continue;
    if (currency !== undefined && amountIn(row, currency) === null) continue;
    yield row;
  }
}

/** Whether the row at a place is to a recipient that a searched text means, or has its id or an amount. */
function meaning(
  { rows, recipients, readings }: SearchScope,
  q: string,
): (place: number) => boolean {
  const { numbers, ofRow } = accountsOf(rows);
  const meant = new Uint8Array(numbers.size);
  for (const id of findRecipients(recipients, q).keys()) {
    const number = numbers.get(id);
    if (number !== undefined) meant[number] = 1;
  }
  const named = placeOf(rows, q);
  const ofName = rows[named]?.id === q ? named : null;
  const isOfRecipient = (place: number) => meant[ofRow[place] ?? 0] === 1 || place === ofName;
  if (readings.size === 0) return isOfRecipient;
  return (place) => {
    const row = rows[place];
    return isOfRecipient(place) || (row !== undefined && hasAmount(row, readings));
  };
}

/**
 * The account of each row as a number, counted once for all searches: to look each up by its id among
 * those found takes a search of a hundred thousand rows longer than all the rest of it.
 */
const accountsOf = memoizeWeak((rows: readonly Transfer[]) => {
  const numbers = new Map<string, number>();
  const ofRow = Uint32Array.from(rows, ({ destination_account_id: id }) => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return number;
  });
  return { numbers, ofRow };
});

/** True when one of the amounts is one that was searched for. */
export function hasAmount(row: Transfer, readings: AmountReadings): boolean {
  if (readings.size === 0) return false;
  return (
    readings.get(row.source_amount_currency)?.includes(row.source_amount_cents) ||
    readings.get(row.destination_amount_currency)?.includes(row.destination_amount_cents) ||
    false
  );
}

/** The amount in a currency: the source's before the destination's, or null. */
function amountIn(row: Transfer, currency: string): bigint | null {
  if (row.source_amount_currency === currency) return row.source_amount_cents;
  return row.destination_amount_currency === currency ? row.destination_amount_cents : null;
}

/** The largest amount first, and of equal ones the newest. */
function comparisonOf({ sort, currency = '' }: TransferFileRequest): Compare {
  if (sort === 'oldest') return (a, b) => compareIds(a.id, b.id);
  if (sort === 'newest') return (a, b) => compareIds(b.id, a.id);
  return (a, b) => {
    const [of, than] = [amountIn(a, currency) ?? 0n, amountIn(b, currency) ?? 0n];
    return of === than ? compareIds(b.id, a.id) : of > than ? -1 : 1;
  };
}

/** `9001`, or `431270-9001` where the order is by amount. */
function cursorAt(row: Transfer, sort: TransferQuery['sort'], currency: string): string {
  return sort === 'amount' ? `${amountIn(row, currency)}-${row.id}` : row.id;
}

/** Whether a row stands after the cursor, or null where there is none. */
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

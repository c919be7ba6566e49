import { type SqlBool, sql } from 'kysely';
import { isInState, openTransfers } from '../../../contract/transfer-state.ts';
import { type Condition, isAmong } from '../store/is-among.ts';
import { isPostgres } from '../store/is-postgres.ts';
import type { LedgerDb } from '../store/schema.ts';
import { lateOwned, mirrorState } from './mirror.ts';
import { type TransferCount, transferCounts } from './transfer-counts.ts';
import {
  all,
  candidates,
  isDated,
  isKeptTerm,
  isSeenWithin,
  isSentBy,
  keptTests,
  matches,
  rowTests,
  type Term,
  type TransferFilter,
  type Ways,
  withoutCounted,
} from './transfer-filters.ts';

// How many transfers match a filter, and by which index their rows are found.

/** How many transfers match, by state; the filter's state is ignored. */
type StateCounts = Map<string, number>;
export type Plan = {
  filter: TransferFilter;
  counts: StateCounts;
  total: number;
  kinds: readonly TransferCount[];
  /** Ids of a team's transfers whose rows do not say yet that they have an owner. */
  late: readonly string[];
};

/** Estimates of the rows that a part of a term finds. */
const perAccount = 200;
const perPerson = 1_000;
const perDays = 1_000;

/** Counts the matches of a filter, which decide how their rows are found. */
export async function planOf(db: LedgerDb, asked: TransferFilter): Promise<Plan> {
  const kinds = await transferCounts(db);
  const filter = inUse(asked, kinds);
  const { whose, state } = filter;
  const owned = whose === 'team' ? await lateOwned(db, (await mirrorState(db)).as_of) : [];
  const late = owned.map(({ row }) => row.id);
  const counts = await countsOf(db, filter, late, kinds);
  return { filter, counts, total: totalIn(counts, state), kinds, late };
}

/** Amounts can be meant in each currency there is: only those of transfers are looked up. */
function inUse(filter: TransferFilter, kinds: readonly TransferCount[]): TransferFilter {
  if (!filter.ways) return filter;
  const used = new Set(
    kinds.flatMap((one) => [one.source_amount_currency, one.destination_amount_currency]),
  );
  const term = ({ amounts, ...rest }: Term): Term => {
    const some = amounts?.filter(({ currency }) => used.has(currency)) ?? [];
    return { ...rest, ...(some.length > 0 && { amounts: some }) };
  };
  return { ...filter, ways: filter.ways.map((terms) => terms.map(term)) };
}

/** Counted from the counts as far as they know, and the other matches row by row. */
async function countsOf(
  db: LedgerDb,
  filter: TransferFilter,
  late: readonly string[],
  kinds: readonly TransferCount[],
): Promise<StateCounts> {
  const { whose, ways, accounts, destination_account_id: account } = filter;
  const anyState = { ...filter, state: undefined };
  const tests = [...keptTests(db, filter), ...rowTests(db, anyState, late)];
  if (typeof whose === 'object') {
    return countRows(db, [isSentBy(db, whose), ...tests]);
  }
  if (isDated(filter)) return countRows(db, [isSeenWithin(filter), ...tests]);
  const quicker = ways && quickerThanCounts(ways, kinds);
  if (quicker) {
    const by = quicker === 'all' ? null : candidates(db, quicker);
    return countRows(db, [...(by ? [by] : []), ...tests]);
  }
  const isKept = ways && matches(db, ways, isKeptTerm);
  const named = accountsNamed(filter);
  const isByAccount = accounts || account !== undefined || ways?.flat().some((one) => one.accounts);
  const { rows } = await sql<CountRow>`select state, sum(count) as count
    from ${sql.ref(isByAccount ? 'account_counts' : 'transfer_counts')}
    where ${all([
      ...keptTests(db, filter),
      ...(whose === 'team' ? [sql<SqlBool>`owned = 1`] : []),
      ...(isByAccount && named ? [isAmong(db, sql.ref('destination_account_id'), named)] : []),
      ...(isKept ? [isKept] : []),
    ])} group by state`.execute(db);
  const rare = ways && candidates(db, ways.flat().map(withoutCounted));
  const counts = [byState(rows)];
  if (rare && isKept) counts.push(await countRows(db, [rare, ...tests, sql`not ${isKept}`]));
  if (late.length > 0) {
    const isNew = [isAmong(db, sql.ref('id'), late), sql<SqlBool>`owned = 0`];
    counts.push(await countRows(db, [...isNew, ...tests, ...(isKept ? [isKept] : [])]));
  }
  return added(...counts);
}

/** About how many rows the terms find by their indexes. */
const rowsOf = (terms: readonly Term[], kinds: readonly TransferCount[]) =>
  terms.reduce((rows, { ids = [], accounts = [], senders = [], amounts = [], ...term }) => {
    const { currencies = [], state, seen = [] } = term;
    const named = ids.length + amounts.length + perAccount * accounts.length;
    const inState = state === undefined ? 0 : totalIn(byState(kinds), state);
    const estimated = perPerson * senders.length + perDays * seen.length;
    return rows + named + estimated + inState + rowsIn(kinds, currencies);
  }, 0);

/** The rarest term of each way: whatever matches has one of them. */
function rarestOf(ways: Ways, kinds: readonly TransferCount[]): readonly Term[] {
  const rarer = (a: Term, b: Term) => rowsOf([a], kinds) - rowsOf([b], kinds);
  return ways.map((terms) => [...terms].sort(rarer)[0] ?? {});
}

/**
 * The terms by which all matches are found, or `all` rows, where that reads fewer rows than what the counts do
 * not know; null where the counts are quicker.
 */
export function quickerThanCounts(
  ways: Ways,
  kinds: readonly TransferCount[],
): readonly Term[] | 'all' | null {
  const unknown = rowsOf(ways.flat().map(withoutCounted), kinds);
  const rarest = rarestOf(ways, kinds);
  const [found, all] = [rowsOf(rarest, kinds), countOf(kinds)];
  if (unknown <= Math.min(found, all)) return null;
  return found < all ? rarest : 'all';
}

/** The accounts of all transfers that the counts can tell; null if they can be of any account. */
function accountsNamed({
  destination_account_id: account,
  accounts,
  ways,
}: TransferFilter): readonly string[] | null {
  if (account !== undefined) return [account];
  if (accounts) return accounts;
  const named = ways?.map((terms) => {
    const lists = terms
      .filter(({ currencies, state }) => !currencies && !state)
      .map((one) => one.accounts ?? []);
    return lists.sort((a, b) => a.length - b.length)[0] ?? null;
  });
  return named?.every((one) => one !== null) ? named.flat() : null;
}

/** How to find rows, and about how many it finds. */
type Way = { by: Condition | null; rows: number };

/** Finds all rows that can match by their indexes: each match has one of the terms. */
export function foundWay(db: LedgerDb, { filter, total, kinds }: Plan): Way {
  const { whose, destination_account_id: account, accounts, ways = [], currency } = filter;
  if (typeof whose === 'object') {
    return { by: isSentBy(db, whose), rows: total + perPerson };
  }
  if (isDated(filter)) return { by: isSeenWithin(filter), rows: total + perPerson };
  const sum = (terms: readonly Term[]) => rowsOf(terms, kinds);
  const options: Term[][] = [
    ...(account === undefined ? [] : [[{ accounts: [account] }]]),
    ...(accounts ? [[{ accounts }]] : []),
    ...(currency === undefined ? [] : [[{ currencies: [currency] }]]),
  ];
  if (ways.length > 0) {
    options.push([...rarestOf(ways, kinds)]);
  }
  const [best] = options.sort((a, b) => sum(a) - sum(b));
  const by = best ? candidates(db, best) : null;
  return { by, rows: best && by ? sum(best) : Number.POSITIVE_INFINITY };
}

/** Goes through the rows of an index in the order of ids, until enough of them match. */
export function walkedWay(db: LedgerDb, { filter, total, kinds, late }: Plan): Way {
  const { whose, state, destination_account_id: account } = filter;
  const { source_amount_currency: source, destination_amount_currency: destination } = filter;
  const options: Way[] = [{ by: null, rows: countOf(kinds) }];
  if (account !== undefined) {
    options.push({ by: sql`destination_account_id = ${account}`, rows: perAccount });
  }
  if (state !== undefined) {
    const by = state === openTransfers ? sql<SqlBool>`ended = 0` : sql<SqlBool>`state = ${state}`;
    options.push({ by, rows: totalIn(byState(kinds), state) });
  }
  if (source !== undefined && destination !== undefined) {
    const pair = kinds.filter(
      (one) =>
        one.source_amount_currency === source && one.destination_amount_currency === destination,
    );
    const by = sql<SqlBool>`source_amount_currency = ${source}
      and destination_amount_currency = ${destination}`;
    options.push({ by, rows: countOf(pair) });
  }
  // PostgreSQL looks up a person's ids, which no index keeps in order.
  if (typeof whose === 'object' && !isPostgres(db)) {
    options.push({ by: isSentBy(db, whose), rows: total + perPerson });
  }
  if (whose === 'team' && late.length === 0) {
    options.push({ by: sql`owned = 1`, rows: countOf(kinds.filter(({ isOwned }) => isOwned)) });
  }
  return options.reduce((best, one) => (one.rows < best.rows ? one : best));
}

/** How many transfers have the source or the destination in one of these currencies. */
export const rowsIn = (kinds: readonly TransferCount[], currencies: readonly string[]) =>
  countOf(
    kinds.filter(
      (one) =>
        currencies.includes(one.source_amount_currency) ||
        currencies.includes(one.destination_amount_currency),
    ),
  );
const countOf = (kinds: readonly TransferCount[]) => totalIn(byState(kinds), undefined);

async function countRows(db: LedgerDb, matching: readonly Condition[]): Promise<StateCounts> {
  return byState(
    (
      await sql<CountRow>`select state, count(*) as count from transfers
        where ${all(matching)} group by state`.execute(db)
    ).rows,
  );
}

type CountRow = { state: string; count: number | string };
function byState(counts: readonly CountRow[]): StateCounts {
  const sums: StateCounts = new Map();
  for (const { state, count } of counts) sums.set(state, (sums.get(state) ?? 0) + Number(count));
  return sums;
}

const added = (...parts: StateCounts[]): StateCounts =>
  byState(parts.flatMap((part) => [...part].map(([state, count]) => ({ state, count }))));

function totalIn(counts: StateCounts, filter: string | undefined): number {
  let total = 0;
  for (const [state, count] of counts) if (isInState(state, filter)) total += count;
  return total;
}

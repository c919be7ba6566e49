import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { TransferQuery } from '../../contract/api/transfer.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { isInState, openTransfers } from '../../contract/transfer-state.ts';
import type { LedgerDb } from './ledger.ts';
import { lateOwned, mirrorState, orderOf, transferOf } from './mirror.ts';
import type { TransfersTable } from './schema.ts';
import { type TransferCount, transferCounts } from './transfer-counts.ts';
import {
  all,
  type Condition,
  candidates,
  isAmong,
  isDated,
  isKeptTerm,
  isSeenWithin,
  isSentBy,
  keptTests,
  matches,
  orderColumn,
  rowTests,
  type Side,
  type Term,
  type TransferFilter,
  tested,
  type Ways,
} from './transfer-filters.ts';

/** Windows of the mirrored transfers: filtered, sorted and counted. */

/** How many transfers match, by state; the filter's state is ignored. */
type StateCounts = Map<string, number>;
type Row = Pick<Selectable<TransfersTable>, keyof Transfer | 'id_order'> & { sort_order: string };

type Plan = {
  filter: TransferFilter;
  counts: StateCounts;
  total: number;
  /** All transfers that the person may see. */
  size: number;
  /** Ids of a team's transfers whose rows do not say yet that they have an owner. */
  late: readonly string[];
};

const minFew = 500;
const rowsAtOnce = 500;

/**
 * One window of the transfers that match a filter, their number, and their numbers by state. A cursor names
 * a position between two rows, so it stays valid when rows come or go.
 */
export async function transferWindow(
  db: LedgerDb,
  filter: TransferFilter,
  { cursor, limit }: Pick<TransferQuery, 'cursor' | 'limit'>,
) {
  const plan = await planOf(db, filter);
  const { counts, total } = plan;
  const rows = await rowsAfter(db, plan, cursor, limit + 1);
  const items = rows.slice(0, limit);
  const next_cursor = rows.length > limit ? cursorAt(items.at(-1), filter) : null;
  return { items: items.map(transferOf), next_cursor, total, counts: Object.fromEntries(counts) };
}

/** All transfers that match a filter, in parts, and their number. */
export async function allTransfers(
  db: LedgerDb,
  filter: TransferFilter,
): Promise<{ total: number; parts: AsyncIterable<Transfer[]> }> {
  const plan = await planOf(db, filter);
  async function* parts() {
    let cursor: string | undefined;
    for (let more = true; more; ) {
      const rows = await rowsAfter(db, plan, cursor, rowsAtOnce);
      if (rows.length > 0) yield rows.map(transferOf);
      cursor = cursorAt(rows.at(-1), filter) ?? undefined;
      more = rows.length === rowsAtOnce;
    }
  }
  return { total: plan.total, parts: parts() };
}

/**
 * A page of the transfers that match ranked ways, highest rank first and then the newest, and the number of all.
 * A cursor is the rank and the id of the last transfer before the page.
 * @param ranked the ways of rank 1, of rank 2 and so on: whatever matches a rank also matches the one below
 */
export async function rankedTransfers(
  db: LedgerDb,
  filter: TransferFilter,
  ranked: readonly Ways[],
  { cursor, limit }: { cursor: string | undefined; limit: number },
) {
  const [last = `${ranked.length}`, id] = cursor?.split('-') ?? [];
  const plans: Plan[] = [];
  for (const ways of ranked) plans.push(await planOf(db, { ...filter, ways }));
  const found: { row: Transfer; rank: number }[] = [];
  for (let rank = Number(last); rank > 0 && found.length <= limit; rank -= 1) {
    const [plan, above] = [plans[rank - 1], plans[rank]];
    if (!plan) continue;
    const own = {
      ...plan,
      filter: { ...plan.filter, but: above?.filter.ways },
      total: plan.total - (above?.total ?? 0),
    };
    const after = rank === Number(last) ? id : undefined;
    const rows = await rowsAfter(db, own, after, limit + 1 - found.length);
    for (const row of rows) found.push({ row: transferOf(row), rank });
  }
  const items = found.slice(0, limit);
  const end = items.at(-1);
  return {
    items: items.map(({ row }) => row),
    total: plans[0]?.total ?? 0,
    next_cursor: end && found.length > limit ? `${end.rank}-${end.row.id}` : null,
  };
}

/** The accounts among these that have an executed transfer. */
export async function executedTo(db: LedgerDb, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('account_counts')
    .select('destination_account_id')
    .where('state', '=', 'executed')
    .where(isAmong(db, sql.ref('destination_account_id'), ids))
    .execute();
  return new Set(rows.map((row) => row.destination_account_id));
}

/** How many transfers each of these accounts has; those without one are missing. */
export async function transfersTo(
  db: LedgerDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('account_counts')
    .select(({ fn }) => ['destination_account_id', fn.sum('count').as('count')])
    .where(isAmong(db, sql.ref('destination_account_id'), ids))
    .groupBy('destination_account_id')
    .execute();
  return new Map(rows.map((row) => [row.destination_account_id, Number(row.count)]));
}

/** The accounts among these to which a transfer goes that matches one of the ways. */
export async function paidAmong(
  db: LedgerDb,
  ids: readonly string[],
  ways: Ways,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  type Paid = { destination_account_id: string };
  const theirs = isAmong(db, sql.ref('destination_account_id'), ids);
  const { rows: kept } = await sql<Paid>`select distinct destination_account_id from account_counts
    where ${theirs} and ${matches(db, ways, isKeptTerm)}`.execute(db);
  const rare = candidates(db, ways.flat().map(withoutCounted));
  const filter: TransferFilter = { whose: 'everything', sort: 'newest', accounts: ids, ways };
  const { rows } = rare
    ? await sql<Paid>`select distinct destination_account_id from transfers
        where ${all([rare, ...keptTests(db, filter), ...rowTests(db, filter, [])])}`.execute(db)
    : { rows: [] };
  return new Set([...kept, ...rows].map((row) => row.destination_account_id));
}

/** `9001`, or `431270-9001` in the order by amount; null without a row. */
function cursorAt(row: Row | undefined, { sort }: TransferFilter): string | null {
  if (!row) return null;
  return sort === 'amount' ? `${row.sort_order.slice(2)}-${row.id}` : row.id;
}

async function planOf(db: LedgerDb, asked: TransferFilter): Promise<Plan> {
  const kinds = await transferCounts(db);
  const filter = inUse(asked, kinds);
  const { whose, state } = filter;
  const owned = whose === 'team' ? await lateOwned(db, (await mirrorState(db)).as_of) : [];
  const late = owned.map(({ row }) => row.id);
  const counts = await countsOf(db, filter, late);
  const size = totalIn(byState(kinds), undefined);
  return { filter, counts, total: totalIn(counts, state), size, late };
}

/** Amounts can be meant in each currency there is: only those of transfers are looked up. */
function inUse(filter: TransferFilter, kinds: readonly TransferCount[]): TransferFilter {
  const used = new Set(
    kinds.flatMap((one) => [one.source_amount_currency, one.destination_amount_currency]),
  );
  const term = ({ amounts, ...rest }: Term): Term => {
    const some = amounts?.filter(({ currency }) => used.has(currency)) ?? [];
    return { ...rest, ...(some.length > 0 && { amounts: some }) };
  };
  return { ...filter, ways: filter.ways?.map((terms) => terms.map(term)) };
}

/** A term by what `account_counts` does not know. */
const withoutCounted = ({ id, senders, amounts }: Term): Term => ({ id, senders, amounts });

/** Counted from the counts as far as they know, and the other matches row by row. */
async function countsOf(
  db: LedgerDb,
  filter: TransferFilter,
  late: readonly string[],
): Promise<StateCounts> {
  const { whose, ways, accounts, destination_account_id: account } = filter;
  const anyState = { ...filter, state: undefined };
  const tests = [...keptTests(db, filter), ...rowTests(db, anyState, late)];
  if (typeof whose === 'object') {
    return countRows(db, [isSentBy(sql`user_id = ${whose.user_id}`), ...tests]);
  }
  if (isDated(filter)) return countRows(db, [isSeenWithin(filter), ...tests]);
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

/** The accounts of all transfers that the counts can tell; null if they can be of any account. */
function accountsNamed({
  destination_account_id: account,
  accounts,
  ways,
}: TransferFilter): readonly string[] | null {
  if (account !== undefined) return [account];
  if (accounts) return accounts;
  const named = ways?.map((terms) => {
    const lists = terms.filter(({ currencies }) => !currencies).map((one) => one.accounts ?? []);
    return lists.sort((a, b) => a.length - b.length)[0] ?? null;
  });
  return named?.every((one) => one !== null) ? named.flat() : null;
}

/**
 * Terms of which each match has one, so that its rows can be found by indexes. Null if they are as many as
 * the rows of a currency.
 */
function startOf({
  destination_account_id: account,
  accounts,
  ways = [],
  currency,
}: TransferFilter): readonly Term[] | null {
  const ofWays = ways.map((terms) => [...terms].sort((a, b) => costOf(a) - costOf(b))[0] ?? {});
  const options: Term[][] = [
    ...(ways.length > 0 ? [ofWays] : []),
    ...(account === undefined ? [] : [[{ accounts: [account] }]]),
    ...(accounts ? [[{ accounts }]] : []),
    ...(currency === undefined ? [] : [[{ currencies: [currency] }]]),
  ];
  const cost = (terms: readonly Term[]) => terms.reduce((sum, one) => sum + costOf(one), 0);
  return options.sort((a, b) => cost(a) - cost(b))[0] ?? null;
}

/** What kinds of terms find more rows than others; a currency's are a good part of all. */
function costOf({ accounts = [], senders = [], amounts = [], currencies }: Term): number {
  if (currencies) return maxCost;
  return amounts.length + 100 * accounts.length + 1_000 * senders.length;
}
const maxCost = 10_000_000;

/**
 * Rows after the cursor, in the filter's order. Few matches are all found by their indexes and then sorted;
 * of many, the first are found by going through all rows in their order.
 */
async function rowsAfter(
  db: LedgerDb,
  { filter, total, size, late }: Plan,
  cursor: string | undefined,
  limit: number,
): Promise<Row[]> {
  if (total <= 0) return [];
  const { sort, whose, state, currency = '', destination_account_id: account } = filter;
  const tests = [...keptTests(db, filter), ...rowTests(db, filter, late)];
  const [id = '', amount = ''] = cursor?.split('-').reverse() ?? [];
  const isFew = total <= Math.max(minFew, Math.sqrt(size * limit));
  const found = isFew ? startCondition(db, filter) : null;
  if (sort !== 'amount') {
    const [isAfter, direction] = sort === 'oldest' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
    const key = found ? tested('id_order') : sql.ref('id_order');
    const after = sql<SqlBool>`${key} ${isAfter} ${orderOf(id)}`;
    const walked: Condition[] = [];
    if (found) walked.push(found);
    else if (account !== undefined) walked.push(sql`destination_account_id = ${account}`);
    else if (state === openTransfers) walked.push(sql`ended = 0`);
    else if (state !== undefined) walked.push(sql`state = ${state}`);
    else if (whose === 'team' && late.length === 0) walked.push(sql`owned = 1`);
    return select(
      db,
      sql`''`,
      [...walked, ...tests, ...(cursor === undefined ? [] : [after])],
      sql`${key} ${direction} limit ${limit}`,
    );
  }
  const place = sql`(${orderOf(amount)}, ${orderOf(id)})`;
  const part = (order: RawBuilder<unknown>, ...which: Condition[]) => {
    const isAfter = cursor === undefined ? [] : [sql<SqlBool>`(${order}, id_order) < ${place}`];
    const sorted = sql`${order} desc, id_order desc limit ${limit}`;
    return select(db, order, [...which, ...tests, ...isAfter], sorted);
  };
  const [source, destination] = [orderColumn('source'), orderColumn('destination')];
  if (found) {
    const order = sql`case when ${tested('source_amount_currency')} = ${currency}
      then ${source} else ${destination} end`;
    return part(sql`(${order})`, found);
  }
  const ofSide = (side: Side) => sql<SqlBool>`${sql.ref(`${side}_amount_currency`)} = ${currency}`;
  const rows = [
    ...(await part(source, ofSide('source'))),
    ...(await part(
      destination,
      ofSide('destination'),
      sql`${tested('source_amount_currency')} <> ${currency}`,
    )),
  ];
  const largestFirst = (a: Row, b: Row) =>
    compare(b.sort_order, a.sort_order) || compare(b.id_order, a.id_order);
  return rows.sort(largestFirst).slice(0, limit);
}

/** Finds all rows that can match by an index; null if that would be most of them. */
function startCondition(db: LedgerDb, filter: TransferFilter): Condition | null {
  const { whose } = filter;
  if (typeof whose === 'object') return isSentBy(sql`user_id = ${whose.user_id}`);
  const start = startOf(filter);
  if (start && !isDated(filter)) return candidates(db, start);
  return isDated(filter) ? isSeenWithin(filter) : null;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

async function select(
  db: LedgerDb,
  sort_order: RawBuilder<unknown>,
  matching: readonly Condition[],
  order: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`select id, id_order, destination_account_id, state,
    source_amount_cents, source_amount_currency, destination_amount_cents,
    destination_amount_currency, ${sort_order} as sort_order
    from transfers where ${all(matching)} order by ${order}`.execute(db);
  return rows;
}

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

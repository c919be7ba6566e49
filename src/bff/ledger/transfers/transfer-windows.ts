import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { TransferQuery } from '../../../contract/api/transfer.ts';
import type { Transfer } from '../../../contract/transfer.ts';
import { type Condition, isAmong } from '../store/is-among.ts';
import type { LedgerDb, TransfersTable } from '../store/schema.ts';
import { readerOf } from '../store/sqlite-thread.ts';
import { orderOf, transferOf } from './mirror.ts';
import { transferCounts } from './transfer-counts.ts';
import {
  all,
  candidates,
  isDated,
  isKeptTerm,
  keptTests,
  matches,
  orderColumn,
  rowTests,
  type Side,
  type TransferFilter,
  tested,
  type Ways,
  withoutCounted,
} from './transfer-filters.ts';
import {
  foundWay,
  type Plan,
  planOf,
  quickerThanCounts,
  rowsIn,
  walkedWay,
} from './transfer-plan.ts';

// Windows of the mirrored transfers: filtered, sorted and counted.

type Row = Pick<Selectable<TransfersTable>, keyof Transfer | 'id_order'> & { sort_order: string };

const rowsAtOnce = 500;
/**
 * One window of the transfers that match a filter, their number, and their numbers by state. A cursor names
 * a position between two rows, so it stays valid when rows come or go.
 */
export async function transferWindow(
  ledger: LedgerDb,
  filter: TransferFilter,
  { cursor, limit }: Pick<TransferQuery, 'cursor' | 'limit'>,
) {
  const db = isQuick(filter) ? ledger : readerOf(ledger);
  const plan = await planOf(db, filter);
  const { counts, total } = plan;
  const rows = await rowsAfter(db, plan, cursor, limit + 1);
  const items = rows.slice(0, limit);
  const next_cursor = rows.length > limit ? cursorAt(items.at(-1), filter) : null;
  return { items: items.map(transferOf), next_cursor, total, counts: Object.fromEntries(counts) };
}

/** How many transfers match a filter. */
export const countMatching = async (ledger: LedgerDb, filter: TransferFilter): Promise<number> =>
  (await planOf(readerOf(ledger), filter)).total;

/** True if the counts and one index answer: not for what depends on people, names, texts or times. */
const isQuick = (filter: TransferFilter) =>
  typeof filter.whose !== 'object' && !filter.ways && !filter.accounts && !isDated(filter);

/** All transfers that match a filter, in parts, and their number. */
export async function allTransfers(
  ledger: LedgerDb,
  filter: TransferFilter,
): Promise<{ total: number; parts: AsyncIterable<Transfer[]> }> {
  const db = readerOf(ledger);
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
  ledger: LedgerDb,
  filter: TransferFilter,
  ranked: readonly Ways[],
  { cursor, limit }: { cursor: string | undefined; limit: number },
) {
  const db = readerOf(ledger);
  const [first = `${ranked.length}`, id] = cursor?.split('-') ?? [];
  const plans: Plan[] = [];
  const known = new Map<string, Plan>();
  for (const ways of ranked) {
    // Often all that match do so by whole words.
    const key = keyOfWays(ways);
    const plan = known.get(key) ?? (await planOf(db, { ...filter, ways }));
    known.set(key, plan);
    plans.push(plan);
  }
  const found: { row: Transfer; rank: number }[] = [];
  for (let rank = Number(first); rank > 0 && found.length <= limit; rank -= 1) {
    const [plan, above] = [plans[rank - 1], plans[rank]];
    if (!plan) continue;
    const own = {
      ...plan,
      filter: { ...plan.filter, but: above?.filter.ways },
      total: plan.total - (above?.total ?? 0),
    };
    const after = rank === Number(first) ? id : undefined;
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

/** Equal for equal ways. */
export const keyOfWays = (ways: Ways): string =>
  JSON.stringify(ways, (_name, value) => (typeof value === 'bigint' ? `${value}` : value));

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
  ledger: LedgerDb,
  ids: readonly string[],
  ways: Ways,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const db = readerOf(ledger);
  type Paid = { destination_account_id: string };
  const theirs = isAmong(db, sql.ref('destination_account_id'), ids);
  const { rows: kept } = await sql<Paid>`select distinct destination_account_id from account_counts
    where ${theirs} and ${matches(db, ways, isKeptTerm)}`.execute(db);
  const quicker = quickerThanCounts(ways, await transferCounts(db));
  const rare = quicker === null ? candidates(db, ways.flat().map(withoutCounted)) : theirs;
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

/**
 * Rows after the cursor, in the filter's order. Few matches are all found and then sorted; of many, the first
 * are found by going through the rows in their order.
 */
async function rowsAfter(
  db: LedgerDb,
  plan: Plan,
  cursor: string | undefined,
  limit: number,
): Promise<Row[]> {
  const { filter, total, late } = plan;
  if (total <= 0) return [];
  const { sort, currency = '' } = filter;
  const tests = [...keptTests(db, filter), ...rowTests(db, filter, late)];
  const [id = '', amount = ''] = cursor?.split('-').reverse() ?? [];
  const [direct, walked] = [foundWay(db, plan), walkedWay(db, plan)];
  const walkedRows = sort === 'amount' ? rowsIn(plan.kinds, [currency]) : walked.rows;
  const found = direct.rows < walkedRows * Math.min(1, limit / total) ? direct.by : null;
  if (sort !== 'amount') {
    const [isAfter, direction] = sort === 'oldest' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
    const key = found ? tested('id_order') : sql.ref('id_order');
    const by = found ?? walked.by;
    const after = sql<SqlBool>`${key} ${isAfter} ${orderOf(id)}`;
    return select(
      db,
      sql`''`,
      [...(by ? [by] : []), ...tests, ...(cursor === undefined ? [] : [after])],
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

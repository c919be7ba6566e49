import { type RawBuilder, sql } from 'kysely';
import { isAmong } from './is-among.ts';
import { isPostgres } from './is-postgres.ts';
import type { LedgerDb } from './schema.ts';

/** Where the ledger stands: which history of it this is, and whether it has the sends that were seen in it. */
export type Position = {
  /** Null if the store tells none. */
  timeline: string | null;
  /** The timeline that Giro last saw, and when it saw that it had changed (ISO 8601); null before the first. */
  recorded: { name: string; changed_at: string | null } | null;
  /** How many of the sends and changes of orders that were asked for are gone. */
  missing: number;
};

/** An order as it was written: what is there has this revision, or a later one. `updated_at` is ISO 8601. */
export type SeenOrder = { id: string; revision: number; updated_at: string };

type OrderRevision = Pick<SeenOrder, 'id' | 'revision'>;

// pg_control_checkpoint tells the timeline late.
/** The cluster, its timeline, which each promotion raises, and the database. */
const timelineName: RawBuilder<string> = sql`(
  select cluster.system_identifier || '.' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || '.' || here.oid
  from pg_control_system() as cluster, pg_database as here
  where here.datname = current_database())`;

const timelineFunctions = [
  'pg_control_system()',
  'pg_walfile_name(pg_lsn)',
  'pg_current_wal_insert_lsn()',
];

/** True if the store tells its timeline: any role may ask a PostgreSQL, unless its operator took that right away. */
export async function tellsTimeline(db: LedgerDb): Promise<boolean> {
  if (!isPostgres(db)) return false;
  const { rows } = await sql<{ tells: boolean | null }>`
    select bool_and(coalesce(has_function_privilege(to_regprocedure(one), 'execute'), false)) as tells
    from unnest(${`{"${timelineFunctions.join('","')}"}`}::text[]) as one`.execute(db);
  return rows[0]?.tells === true;
}

/**
 * Reads all of it in one statement, so that it is of one store.
 * @param keys of sends that were seen in the ledger
 * @param isTold whether the store tells its timeline
 * @param orders that were written to the ledger
 */
export async function readPosition(
  db: LedgerDb,
  keys: readonly string[],
  isTold: boolean,
  orders: readonly OrderRevision[] = [],
): Promise<Position> {
  const { rows } = await sql<{
    timeline: string | null;
    recorded: string | null;
    changed_at: string | null;
    present: number | string;
  }>`
    select ${isTold ? timelineName : sql`null`} as timeline, recorded.name as recorded, recorded.changed_at,
      (select count(*) from sends where ${isAmong(db, sql.ref('sends.key'), keys)})
      + (select count(*) from forgotten_sends where ${isAmong(db, sql.ref('forgotten_sends.key'), keys)})
      ${presentOrders(db, orders)} as present
    from (select 1) as one left join store_timeline as recorded on recorded.id = 'current'`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('the store returned no position');
  const { timeline, recorded, changed_at } = row;
  return {
    timeline,
    recorded: recorded === null ? null : { name: recorded, changed_at },
    missing: keys.length + orders.length - Number(row.present),
  };
}

/** Counts those that are there, or were deleted by their age. Nothing without orders: each send asks. */
function presentOrders(db: LedgerDb, orders: readonly OrderRevision[]) {
  if (orders.length === 0) return sql``;
  const among = (column: string, some: readonly OrderRevision[]) =>
    isAmong(
      db,
      sql.ref(column),
      some.map(({ id }) => id),
    );
  const counts = [...Map.groupBy(orders, ({ revision }) => revision)].map(
    ([revision, some]) =>
      sql`+ (select count(*) from orders where ${among('orders.id', some)} and orders.revision >= ${revision})`,
  );
  const forgotten = sql`+ (select count(*) from forgotten_sends where ${among('forgotten_sends.key', orders)})`;
  return sql.join([...counts, forgotten], sql` `);
}

/** Lets one instance at a time compare the ledger with what it remembers: until the transaction ends. */
export async function lockTimeline(tx: LedgerDb) {
  await tx
    .updateTable('store_timeline')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', 'current')
    .execute();
}

/** Records on which timeline the ledger is. @param changed_at ISO 8601; null for the first one */
export async function recordTimeline(tx: LedgerDb, name: string, changed_at: string | null) {
  await tx
    .insertInto('store_timeline')
    .values({ id: 'current', name, changed_at })
    .onConflict((oc) => oc.column('id').doUpdateSet({ name, changed_at }))
    .execute();
}

/** A send that was seen in the ledger; `created_at` is ISO 8601. */
export type SeenSend = { key: string; created_at: string };

/** The newest sends, newest first. */
export const newestSends = (db: LedgerDb, limit: number): Promise<SeenSend[]> =>
  db
    .selectFrom('sends')
    .select(['key', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();

/**
 * The orders that were written last, the last one first; without those whose release is tried again, which is no new
 * revision: many of them would hide a stop.
 */
export const newestOrders = (db: LedgerDb, limit: number): Promise<SeenOrder[]> =>
  db
    .selectFrom('orders')
    .select(['id', 'revision', 'updated_at'])
    .where((eb) =>
      eb.not(eb.and([eb('state', 'in', ['waiting', 'releasing']), eb('reason', 'is not', null)])),
    )
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();

/** Those of these keys that the ledger does not have, also not as those of deleted sends. */
export async function missingSends(db: LedgerDb, keys: readonly string[]): Promise<Set<string>> {
  const there = await db
    .selectFrom('sends')
    .select('key')
    .where(isAmong(db, sql.ref('key'), keys))
    .union(
      db
        .selectFrom('forgotten_sends')
        .select('key')
        .where(isAmong(db, sql.ref('key'), keys)),
    )
    .execute();
  const present = new Set(there.map(({ key }) => key));
  return new Set(keys.filter((key) => !present.has(key)));
}

/** How PostgreSQL keeps a commit when its machine is lost. */
type Replication = {
  /** As `synchronous_commit` is for this user. */
  commit: string;
  standbys: number;
  /** True if a commit waits for a standby. */
  isSynchronous: boolean;
};

/** Null for SQLite. Which standby is synchronous is only told to some users: without, the settings count. */
export async function readReplication(db: LedgerDb): Promise<Replication | null> {
  if (!isPostgres(db)) return null;
  const { rows } = await sql<{ commit: string; names: string; all: string; async: string }>`
    select current_setting('synchronous_commit') as commit,
      current_setting('synchronous_standby_names') as names,
      (select count(*) from pg_stat_replication) as all,
      (select count(*) from pg_stat_replication where sync_state in ('async', 'potential')) as async`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('the store returned no settings');
  const { commit, names } = row;
  const [standbys, asynchronous] = [Number(row.all), Number(row.async)];
  const waits = commit !== 'off' && commit !== 'local' && names.trim() !== '';
  return { commit, standbys, isSynchronous: waits && asynchronous < standbys };
}

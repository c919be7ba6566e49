import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { listenerName } from '../store/connections.ts';
import { isPostgres } from '../store/is-postgres.ts';
import { migrations } from '../store/migrations.ts';
import type { LedgerDb } from '../store/schema.ts';

/** `pending`: the number of migrations that the next start runs. `isNew`: none has run. */
type Inspection = { pending: number; isNew: boolean };

/**
 * Reads a ledger through, and writes to it in a transaction that is rolled back.
 * @param db of `openToInspect`
 * @param known what this program would run
 * @throws Error of the store; or if the file is damaged, or the ledger is newer than this program
 */
export async function inspectLedger(db: LedgerDb, known = migrations): Promise<Inspection> {
  if (!isPostgres(db)) await quickCheck(db);
  const done = await doneMigrations(db);
  const unknown = done.find((name) => !(name in known));
  // In Kysely's words for it, so that both are explained as one.
  if (unknown) throw new Error(`corrupted migrations: ${unknown} is missing`);
  const pending = Object.keys(known).length - done.length;
  await probeWrite(db, pending > 0);
  return { pending, isNew: done.length === 0 };
}

/** What PostgreSQL lets this user and database open, and how many instances of Giro listen there now. */
type ConnectionLimit = { allowed: number; instances: number };

/** Null for SQLite, which has no connections. */
export async function readConnectionLimit(db: LedgerDb): Promise<ConnectionLimit | null> {
  if (!isPostgres(db)) return null;
  // Limits of a role or a database are -1 if there is none. `reserved_connections` exists since PostgreSQL 16.
  const { rows } = await sql<{ allowed: number; instances: number }>`
    select least(
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int,
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
      ) as allowed,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = ${listenerName}) as instances`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** SQLite finds a damaged page only when it reads that page: this reads all. */
async function quickCheck(db: LedgerDb) {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const [found] = rows;
  if (found?.quick_check !== 'ok') throw new Error(`quick_check found ${found?.quick_check}`);
}

/** The names of the migrations that have run, in their order. */
export async function doneMigrations(db: LedgerDb): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/** @param needsTables whether the next start has to create tables */
async function probeWrite(db: LedgerDb, needsTables: boolean) {
  const tx = await db.startTransaction().execute();
  try {
    if (needsTables) await tx.schema.createTable('giro_probe').addColumn('id', 'text').execute();
    else {
      const row = { name: 'doctor', holder: 'probe', until: '' };
      await tx.insertInto('leases').values(row).execute();
    }
  } finally {
    await tx.rollback().execute();
  }
}

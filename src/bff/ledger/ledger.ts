import { type Dialect, Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { ledgerError } from './ledger-error.ts';
import { migrations } from './migrations.ts';
import type { LedgerSchema } from './schema.ts';
import { createExistingSqliteDialect, createSqliteDialect, lockSqlite } from './sqlite.ts';
import { addReader, createThreadDialect } from './sqlite-thread.ts';
import { createSturdyDialect } from './sturdy-dialect.ts';

export type LedgerDb = Kysely<LedgerSchema>;

/**
 * Opens the ledger and runs the missing migrations, one process at a time.
 * @param url `sqlite:PATH`, `sqlite::memory:` or `postgres://…`
 * @throws LedgerError if the store can't be opened, or has migrations that this program doesn't know
 */
export async function openLedger(url: string): Promise<LedgerDb> {
  try {
    return await open(url);
  } catch (error) {
    throw ledgerError(error, url);
  }
}

async function open(url: string): Promise<LedgerDb> {
  const path = pathOf(url);
  if (path === null) return migrated(await connect(url));
  const unlock = await lockSqlite(path);
  try {
    const db = await migrated(sturdy(createSqliteDialect(path)));
    if (path !== ':memory:') addReader(db, sturdy(createThreadDialect(path), db));
    return db;
  } finally {
    unlock();
  }
}

/** The path of an SQLite file; null for PostgreSQL. */
export const pathOf = (url: string): string | null => /^sqlite:(.*)$/.exec(url)?.[1] ?? null;

async function connect(url: string): Promise<LedgerDb> {
  // Imported on demand, so that a start with SQLite doesn't load the PostgreSQL driver.
  const { createPostgresDialect } = await import('./postgres.ts');
  return sturdy(createPostgresDialect(url));
}

/**
 * Opens a ledger that exists, to look at it: creates, migrates and locks nothing. PostgreSQL is connected
 * with the first statement.
 * @throws Error if there is no such SQLite file, or it can't be opened
 */
export async function openToInspect(url: string): Promise<LedgerDb> {
  const path = pathOf(url);
  return path === null ? connect(url) : sturdy(createExistingSqliteDialect(path));
}

const failures = new WeakMap<LedgerDb, number>();

/** How many statements have failed since the ledger was opened; constraint violations don't count. */
export const ledgerFailures = (db: LedgerDb): number => failures.get(db) ?? 0;

/** @param of the ledger whose failures are counted, if it is another than the returned one */
function sturdy(dialect: Dialect, of?: LedgerDb): LedgerDb {
  const db: LedgerDb = new Kysely<LedgerSchema>({
    dialect: createSturdyDialect(dialect, () =>
      failures.set(of ?? db, ledgerFailures(of ?? db) + 1),
    ),
  });
  return db;
}

async function migrated(db: LedgerDb): Promise<LedgerDb> {
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (!error) return db;
  await db.destroy();
  throw error;
}

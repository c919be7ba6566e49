import { type Dialect, Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { LedgerSchema } from './schema.ts';
import { createSqliteDialect, lockSqlite } from './sqlite.ts';
import { createSturdyDialect } from './sturdy-dialect.ts';

export type LedgerDb = Kysely<LedgerSchema>;

/**
 * Opens the ledger and brings it to this program's version, one program at a time.
 * @param url `sqlite:PATH`, `sqlite::memory:` or `postgres://…`
 * @throws Error when the store is newer than this program, or can't be opened
 */
export async function openLedger(url: string): Promise<LedgerDb> {
  const path = /^sqlite:(.*)$/.exec(url)?.[1];
  if (path === undefined) {
    // Its driver is loaded where it is used alone: a start with SQLite does without.
    const { createPostgresDialect } = await import('./postgres.ts');
    return migrated(sturdy(createPostgresDialect(url)));
  }
  const unlock = await lockSqlite(path);
  try {
    return await migrated(sturdy(createSqliteDialect(path)));
  } finally {
    unlock();
  }
}

const failures = new WeakMap<LedgerDb, number>();

/** How many statements the store has failed since it was opened, but for those that a constraint refused. */
export const ledgerFailures = (db: LedgerDb): number => failures.get(db) ?? 0;

function sturdy(dialect: Dialect): LedgerDb {
  const db: LedgerDb = new Kysely<LedgerSchema>({
    dialect: createSturdyDialect(dialect, () => failures.set(db, ledgerFailures(db) + 1)),
  });
  return db;
}

async function migrated(db: LedgerDb): Promise<LedgerDb> {
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (!error) return db;
  await db.destroy();
  throw new Error('the ledger could not be opened, or is newer than this program', {
    cause: error,
  });
}

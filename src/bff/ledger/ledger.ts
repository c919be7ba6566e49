import { type Dialect, Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { LedgerSchema } from './schema.ts';
import { createSqliteDialect, lockSqlite } from './sqlite.ts';
import { createSturdyDialect } from './sturdy-dialect.ts';

export type LedgerDb = Kysely<LedgerSchema>;

/**
 * Opens the ledger and runs the missing migrations, one process at a time.
 * @param url `sqlite:PATH`, `sqlite::memory:` or `postgres://…`
 * @throws Error if the store can't be opened, or has migrations that this program doesn't know
 */
export async function openLedger(url: string): Promise<LedgerDb> {
  const path = /^sqlite:(.*)$/.exec(url)?.[1];
  if (path === undefined) {
    // Imported on demand, so that a start with SQLite doesn't load the PostgreSQL driver.
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

/** How many statements have failed since the ledger was opened; constraint violations don't count. */
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
  throw new Error(
    'the ledger could not be migrated. If it is newer than this program, start the newer program',
    {
      cause: error,
    },
  );
}

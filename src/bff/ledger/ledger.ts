import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { LedgerSchema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

export type LedgerDb = Kysely<LedgerSchema>;

/**
 * Opens the ledger and brings it to this program's version.
 * @param url `sqlite:PATH` or `sqlite::memory:`
 * @throws Error when the store is newer than this program, or can't be opened
 */
export async function openLedger(url: string): Promise<LedgerDb> {
  const db: LedgerDb = new Kysely<LedgerSchema>({ dialect: dialectFor(url) });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw new Error('the ledger could not be opened, or is newer than this program', {
      cause: error,
    });
  }
  return db;
}

function dialectFor(url: string) {
  if (url.startsWith('sqlite:')) return sqliteDialect(url.slice('sqlite:'.length));
  throw new Error('DATABASE_URL: give sqlite:PATH');
}

import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { LedgerDb } from './schema.ts';

/**
 * Runs the migrations that have not run yet.
 * @param wanted by default all that this program knows
 * @throws Error if one fails, or one has run that is not among them
 */
export async function migrate(db: LedgerDb | Kysely<unknown>, wanted = migrations): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve(wanted) };
  // A ledger that has run a later one still gets the earlier one: they change different tables.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

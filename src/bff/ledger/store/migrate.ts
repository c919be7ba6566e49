import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { LedgerDb } from './schema.ts';

/**
 * Runs the migrations that have not run yet.
 * @param names only these; by default all that this program knows
 * @throws Error if one fails, or one has run that is not among them
 */
export async function migrate(
  db: LedgerDb | Kysely<unknown>,
  names = Object.keys(migrations),
): Promise<void> {
  const wanted = Object.entries(migrations).filter(([name]) => names.includes(name));
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(wanted)) };
  // A ledger that has run a later one still gets the earlier one: they change different tables.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

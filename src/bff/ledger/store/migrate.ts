import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isPostgres } from './is-postgres.ts';
import { LedgerError, storeCode } from './ledger-error.ts';
import { type Migrations, migrations } from './migrations.ts';
import type { LedgerDb } from './schema.ts';

type AnyDb = LedgerDb | Kysely<unknown>;

/**
 * How long a migration waits for the tables at once, and others behind it: shorter than the second after which
 * PostgreSQL looks for a deadlock and may end a send.
 */
const tablesWaitMs = 500;
const giveUpAfterMs = 60_000;

/**
 * Runs the migrations that have not run yet.
 * @param wanted by default all that this program knows
 * @throws Error if one fails, or one has run that is not among them; LedgerError if others keep the tables in use
 */
export async function migrate(db: AnyDb, wanted = migrations): Promise<void> {
  // A transaction can't be tried again here, and its ledger has no other users yet.
  const isShared = isPostgres(db) && !db.isTransaction;
  const known = isShared ? withTablesFirst(wanted) : wanted;
  const provider = { getMigrations: () => Promise.resolve(known) };
  // A ledger that has run a later one still gets the earlier one: they change different tables.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const until = performance.now() + giveUpAfterMs;
  for (;;) {
    const { error } = await migrator.migrateToLatest();
    if (!error) return;
    if (!(error instanceof TablesInUseError)) throw error;
    if (performance.now() > until) throw tablesInUse(error);
    // Those who waited behind it go first.
    await wait(tablesWaitMs * (1 + Math.random()));
  }
}

class TablesInUseError extends Error {
  override readonly name = 'TablesInUseError';
}

const tablesInUse = (cause: Error) =>
  new LedgerError(
    `the database can’t be migrated: other programs have used its tables for ${giveUpAfterMs / 1_000} seconds without a pause. ` +
      'End long queries and backups of the database, and start again',
    { cause },
  );

/**
 * Migrations that lock every table before they change one. A migration that held one and waited for the next would
 * deadlock with a transaction that holds that and waits for the first, and PostgreSQL could end either: a send too.
 */
function withTablesFirst(wanted: Migrations): Migrations {
  const first = (one: Migration): Migration => ({
    ...one,
    async up(tx) {
      await lockTables(tx);
      await one.up(tx);
    },
  });
  return Object.fromEntries(Object.entries(wanted).map(([name, one]) => [name, first(one)]));
}

async function lockTables(tx: Kysely<unknown>) {
  const { rows } = await sql<{ name: string; timeout: string }>`
    select tablename as name, current_setting('statement_timeout') as timeout
    from pg_tables where schemaname = current_schema() and tablename not like 'kysely%'
    order by tablename`.execute(tx);
  const [first] = rows;
  if (!first) return;
  await setTimeoutTo(tx, `${tablesWaitMs}ms`);
  const tables = rows.map(({ name }) => sql.table(name));
  try {
    await sql`lock table ${sql.join(tables)} in access exclusive mode`.execute(tx);
  } catch (error) {
    if (storeCode(error) !== canceled) throw error;
    throw new TablesInUseError('the tables are in use', { cause: error });
  }
  await setTimeoutTo(tx, first.timeout);
}

/** PostgreSQL's query_canceled, by `statement_timeout`. */
const canceled = '57014';

const setTimeoutTo = (tx: Kysely<unknown>, value: string) =>
  sql`select set_config('statement_timeout', ${value}, true)`.execute(tx);

import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { connect, pathOf, sturdy } from '../store/ledger.ts';
import { LedgerError, ledgerError, shownUrl } from '../store/ledger-error.ts';
import { migrate } from '../store/migrate.ts';
import { type Migrations, migrationsNamed } from '../store/migrations.ts';
import type { LedgerDb } from '../store/schema.ts';
import { createSqliteDialect, lockSqlite } from '../store/sqlite.ts';
import {
  emptyTable,
  passIdentities,
  type Row,
  type Table,
  type Tally,
  tallyTables,
  writeRows,
} from './tables.ts';

/** What a new ledger is made of. */
export type Content = {
  /** The migrations that had run where the rows come from. */
  schema: string[];
  /** All tables of this schema, each after those that it refers to. */
  tables: readonly Table[];
  rows(): AsyncIterable<{ table: Table; rows: readonly Row[] }>;
  /** Of the rows, known when all were read. */
  tallies(): ReadonlyMap<string, Tally>;
};

type Options = {
  /** Changes the copy, with all migrations run, before anybody else can see it. */
  finish: (tx: LedgerDb) => Promise<void>;
  /** Makes everything and keeps nothing. */
  dryRun?: boolean;
  /** By default all that this program knows. */
  migrations?: Migrations;
};

/**
 * Makes a ledger where there is none, from rows of another: all of it, or nothing. Counts and hashes are compared.
 * @param url `sqlite:PATH` of a file that is not there yet, or an empty PostgreSQL database
 * @throws LedgerError if a ledger is there, or the copy differs from what it is made of
 */
export async function createLedgerFrom(url: string, content: Content, options: Options) {
  try {
    const path = pathOf(url);
    await (path === null
      ? intoPostgres(url, content, options)
      : intoSqlite(path, url, content, options));
  } catch (error) {
    throw ledgerError(error, url);
  }
}

/** @throws LedgerError if a file is there, or a table */
export async function requireNoLedger(url: string): Promise<void> {
  const path = pathOf(url);
  if (path !== null) return requireNoFile(path, url);
  const db = await connect(url);
  try {
    await requireNoTables(db, url);
  } catch (error) {
    throw ledgerError(error, url);
  } finally {
    await db.destroy();
  }
}

function requireNoFile(path: string, url: string) {
  if (path === ':memory:' || path === '') {
    throw new LedgerError('set DATABASE_URL to a file or a PostgreSQL database');
  }
  if (!existsSync(path)) return;
  throw new LedgerError(
    `the database ${shownUrl(url)} exists, and may be in use. Stop Giro and move the file away, or name another`,
  );
}

async function requireNoTables(db: LedgerDb, url: string) {
  const { rows } = await sql<{ users: string }>`
    select (select count(*) from pg_stat_activity
      where datname = current_database() and application_name like 'giro%'
        and pid <> pg_backend_pid()) as users
    from information_schema.tables where table_schema = current_schema() limit 1`.execute(db);
  const [found] = rows;
  if (!found) return;
  const inUse = Number(found.users) > 0 ? ' and is in use' : '';
  throw new LedgerError(
    `the database ${shownUrl(url)} holds tables${inUse}. Create an empty one, and set its name in the URL`,
  );
}

async function intoPostgres(
  url: string,
  content: Content,
  { finish, dryRun, migrations }: Options,
) {
  const db = await connect(url);
  const tx = await db.startTransaction().execute();
  try {
    await requireNoTables(tx, url);
    await migrate(tx, migrationsNamed(content.schema, migrations));
    await fill(tx, content, url);
    await passIdentities(tx);
    await migrate(tx, migrations);
    await finish(tx);
    await (dryRun ? tx.rollback() : tx.commit()).execute();
  } catch (error) {
    await tx.rollback().execute();
    throw error;
  } finally {
    await db.destroy();
  }
}

/** Into a file of another name, which gets its own when all is in it: a crash leaves no half of a ledger. */
async function intoSqlite(
  path: string,
  url: string,
  content: Content,
  { finish, dryRun = false, migrations }: Options,
) {
  const unlock = await lockSqlite(path);
  const draft = `${path}.new`;
  const clear = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(draft + end, { force: true });
  };
  try {
    requireNoFile(path, url);
    clear();
    const db = sturdy(createSqliteDialect(draft));
    try {
      await migrate(db, migrationsNamed(content.schema, migrations));
      await db.transaction().execute((tx) => fill(tx, content, url));
      await migrate(db, migrations);
      await db.transaction().execute(finish);
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
    } finally {
      await db.destroy();
    }
    if (dryRun) return;
    linkSync(draft, path);
    const folder = openSync(dirname(path), 'r');
    fsyncSync(folder);
    closeSync(folder);
  } finally {
    clear();
    unlock();
  }
}

async function fill(tx: LedgerDb, { tables, rows, tallies }: Content, url: string) {
  // Migrations write rows of their own, which the copied ones replace.
  for (const { name } of tables.toReversed()) await emptyTable(tx, name);
  let filling: string | undefined;
  for await (const batch of rows()) {
    // So do triggers, from the rows of other tables.
    if (batch.table.name !== filling) await emptyTable(tx, batch.table.name);
    filling = batch.table.name;
    await writeRows(tx, batch.table, batch.rows);
  }
  const given = tallies();
  for (const { name } of tables) if (given.get(name)?.rows === 0) await emptyTable(tx, name);
  for (const [name, { rows: count, hash }] of await tallyTables(tx, tables)) {
    const wanted = given.get(name);
    if (wanted?.rows === count && wanted.hash === hash) continue;
    throw new LedgerError(
      `the copy in ${shownUrl(url)} differs in the table ${name}. Nothing was kept`,
    );
  }
}

import { type Dialect, Kysely } from 'kysely';
import type { PoolUse } from './connections.ts';
import { type Hold, readHold } from './holds.ts';
import { isLedgerBusy, LedgerError, ledgerError, shownUrl } from './ledger-error.ts';
import { migrate } from './migrate.ts';
import type { LedgerDb, LedgerSchema } from './schema.ts';
import { createExistingSqliteDialect, createSqliteDialect, lockSqlite } from './sqlite.ts';
import { addReader, createThreadDialect } from './sqlite-thread.ts';
import { createSturdyDialect } from './sturdy-dialect.ts';

/**
 * Opens the ledger and runs the missing migrations, one process at a time.
 * @param url `sqlite:PATH`, `sqlite::memory:` or `postgres://…`
 * @param connections to PostgreSQL, at most
 * @throws LedgerError if the store can't be opened, has migrations that this program doesn't know, or was moved
 */
export async function openLedger(url: string, connections?: number): Promise<LedgerDb> {
  try {
    return await open(url, connections);
  } catch (error) {
    throw ledgerError(error, url);
  }
}

async function open(url: string, connections?: number): Promise<LedgerDb> {
  const path = pathOf(url);
  if (path === null) return migrated(await connect(url, connections), url);
  const unlock = await lockSqlite(path);
  try {
    const db = await migrated(sturdy(createSqliteDialect(path)), url);
    if (path !== ':memory:') addReader(db, sturdy(createThreadDialect(path), db));
    return db;
  } finally {
    unlock();
  }
}

/** The path of an SQLite file; null for PostgreSQL. */
export const pathOf = (url: string): string | null => /^sqlite:(.*)$/.exec(url)?.[1] ?? null;

/** Connects to PostgreSQL with the first statement. */
export async function connect(url: string, connections?: number): Promise<LedgerDb> {
  // Imported on demand, so that a start with SQLite doesn't load the PostgreSQL driver.
  const { createPostgresDialect } = await import('./postgres.ts');
  const dialect = createPostgresDialect(url, connections);
  const db = sturdy(dialect);
  poolUses.set(db, dialect.poolUse);
  return db;
}

const poolUses = new WeakMap<LedgerDb, () => PoolUse>();

/** The connections of the pool now; null for SQLite, which has none. */
export const poolUse = (db: LedgerDb): PoolUse | null => poolUses.get(db)?.() ?? null;

/**
 * Opens a ledger that exists, to look at it: creates, migrates and locks nothing. PostgreSQL is connected
 * with the first statement.
 * @throws Error if there is no such SQLite file, or it can't be opened
 */
export async function openToInspect(url: string): Promise<LedgerDb> {
  const path = pathOf(url);
  return path === null ? connect(url) : sturdy(createExistingSqliteDialect(path));
}

type Failures = { count: number; listeners: Set<(error: unknown) => void> };
const failures = new WeakMap<LedgerDb, Failures>();
const failureErrors = new WeakSet<object>();

/**
 * How many statements have failed since the ledger was opened. Data and rows that the store rejects don't count, nor a
 * statement that found no free connection.
 */
export const ledgerFailures = (db: LedgerDb): number => failures.get(db)?.count ?? 0;

/** Calls the listener for each failed statement or connection. @returns a function that removes it */
export function onLedgerFailure(db: LedgerDb, listener: (error: unknown) => void): () => void {
  failures.get(db)?.listeners.add(listener);
  return () => void failures.get(db)?.listeners.delete(listener);
}

/**
 * True for an error of a failed statement or connection, or of none that is free, also as a cause; not for data or a row
 * that it rejects.
 */
export function isLedgerFailure(error: unknown): boolean {
  if (isLedgerBusy(error)) return true;
  for (let one = error; one instanceof Error; one = one.cause) {
    if (failureErrors.has(one)) return true;
  }
  return false;
}

/**
 * A ledger over this dialect that retries a locked file and counts failures.
 * @param of the ledger whose failures are counted, if it is another than the returned one
 */
export function sturdy(dialect: Dialect, of?: LedgerDb): LedgerDb {
  const db: LedgerDb = new Kysely<LedgerSchema>({
    dialect: createSturdyDialect(dialect, (error) => {
      if (error instanceof Error) failureErrors.add(error);
      known.count += 1;
      for (const listener of known.listeners) listener(error);
    }),
  });
  const known = (of && failures.get(of)) ?? { count: 0, listeners: new Set() };
  failures.set(db, known);
  return db;
}

async function migrated(db: LedgerDb, url: string): Promise<LedgerDb> {
  try {
    await migrate(db);
    await refuseMoved(db, url);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** @throws LedgerError if another ledger took the place of this one, or this one is an incomplete copy */
export async function refuseMoved(db: LedgerDb, url: string) {
  const hold = await readHold(db, 'move');
  if (hold === null) return;
  throw new LedgerError(`the database ${shownUrl(url)} ${goneAdvice(hold)}`);
}

/** Why a ledger can't be used that was moved, or is an incomplete copy, and what to do. */
export const goneAdvice = ({ kind, detail, since }: Pick<Hold, 'kind' | 'detail' | 'since'>) =>
  kind === 'moved'
    ? `was moved to ${detail} at ${since}. Set DATABASE_URL to that one`
    : 'is a copy that was not completed. Run the same giro move again, or delete it';

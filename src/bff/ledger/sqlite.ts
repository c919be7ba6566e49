import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { type Dialect, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';

/** To prepare a statement takes longer than to run most of ours. */
const maxPrepared = 200;
const keptPrepared = /^\s*(select|insert|update|delete|begin|commit|rollback)\b/i;

/** The dialect for a file of its own, or `:memory:`. Every commit is on the disk when it returns. */
export function createSqliteDialect(path: string): Dialect {
  makePrivate(path);
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(path, { timeout: 5_000 });
    database.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on`);
    // From here on a statement that meets a lock fails at once, and is tried again by who waits for it.
    database.exec('pragma busy_timeout = 0');
  } catch (error) {
    // SQLite's own words name no file.
    throw new Error(`the ledger ${path} could not be opened`, { cause: error });
  }
  return new SqliteDialect({ database: adapt(database) });
}

/**
 * Waits until nobody else opens the same file, and answers how to let the next one in. The lock is an
 * open transaction on a file beside it, which ends with the program, however that ends.
 * @throws Error when it has waited for half a minute
 */
export async function lockSqlite(path: string): Promise<() => void> {
  if (path === ':memory:') return () => {};
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  makePrivate(`${path}.lock`);
  const lock = new DatabaseSync(`${path}.lock`, { timeout: 0 });
  for (let attempts = 0; ; attempts += 1) {
    try {
      lock.exec('begin exclusive');
      return () => lock.close();
    } catch (error) {
      if (attempts < 600) await wait(50);
      else throw new Error(`${path} is being opened by another program`, { cause: error });
    }
  }
}

/** Makes a file that only its owner reads, unless it is there: SQLite would let everybody read it. */
function makePrivate(path: string) {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
}

function adapt(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(text) {
      const known = prepared.get(text);
      // Put last again: the first is the one that was not used for the longest time.
      prepared.delete(text);
      const statement = known ?? withParameters(database.prepare(text));
      if (keptPrepared.test(text)) prepared.set(text, statement);
      const [oldest] = prepared.size > maxPrepared ? prepared.keys() : [];
      if (oldest !== undefined) prepared.delete(oldest);
      return statement;
    },
  };
}

function withParameters(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(bindable)),
    run: (parameters) => statement.run(...parameters.map(bindable)),
    iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
  };
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value;
  throw new TypeError(`the ledger can't store a ${typeof value}`);
}

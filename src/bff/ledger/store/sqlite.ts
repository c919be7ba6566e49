import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  CompiledQuery,
  type Dialect,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import { createTurnLimit } from '../../lib/yield-to-event-loop.ts';
import { storeCode } from './ledger-error.ts';
import { withDriver } from './with-driver.ts';

/** Prepared statements are cached, because preparing takes longer than running most of them. */
const maxPrepared = 200;
const cacheable = /^\s*(with|select|insert|update|delete|begin|commit|rollback)\b/i;

/**
 * The Kysely dialect for an SQLite file or `:memory:`. Every commit is on the disk when it returns.
 * @throws Error if the file can't be opened
 */
export function createSqliteDialect(path: string): Dialect {
  makePrivate(path);
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  return dialectOf(database);
}

/**
 * The Kysely dialect for an SQLite file that exists, to look at it. Its settings are left as they are.
 * @throws Error if there is no such file, or it can't be opened
 */
export function createExistingSqliteDialect(path: string): Dialect {
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'rw');
  return dialectOf(new DatabaseSync(url, { timeout: 5_000 }));
}

function dialectOf(database: DatabaseSync): Dialect {
  database.exec('pragma foreign_keys = on');
  // SQLite would wait for a lock synchronously and block the process; sturdy-dialect.ts retries instead.
  database.exec('pragma busy_timeout = 0');
  const limitTurn = createTurnLimit();
  return withDriver(new SqliteDialect({ database: adapt(database) }), (driver) => {
    const acquire = driver.acquireConnection.bind(driver);
    // Statements block the process and wait for promises alone: all that are queued would run in one turn of the
    // event loop, and no other request would even be read before the last commit is on the disk.
    driver.acquireConnection = async (options) => {
      await limitTurn();
      return acquire(options);
    };
    // One that reads before it writes would fail if another process wrote in between (SQLITE_BUSY_SNAPSHOT).
    driver.beginTransaction = async (connection, { accessMode }) => {
      const begin = accessMode === 'read only' ? 'begin' : 'begin immediate';
      await connection.executeQuery(CompiledQuery.raw(begin));
    };
  });
}

/**
 * Waits until no other process is opening the same file. The lock is an exclusive transaction on
 * `PATH.lock`, which ends with the process, also in a crash.
 * @returns a function that releases the lock
 * @throws Error after 30 s, or if the file can't be locked at all
 */
export async function lockSqlite(path: string): Promise<() => void> {
  if (path === ':memory:') return () => {};
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const lock = openLock(`${path}.lock`);
  for (let attempts = 0; ; attempts += 1) {
    try {
      lock.exec('begin exclusive');
      return () => lock.close();
    } catch (error) {
      // A full or read-only disk does not get better by waiting.
      if (storeCode(error) === 'SQLITE_BUSY' && attempts < 600) await wait(50);
      else {
        lock.close();
        throw error;
      }
    }
  }
}

/**
 * Marks an SQLite file as served by this process, until it ends, also in a crash. The mark is an exclusive
 * transaction on `PATH.serving`.
 * @returns a function that ends it; null if another process serves the same file
 */
export function markServed(path: string): (() => void) | null {
  if (path === ':memory:') return () => {};
  const mark = openLock(`${path}.serving`);
  try {
    mark.exec('begin exclusive');
    return () => mark.close();
  } catch (error) {
    mark.close();
    if (storeCode(error) === 'SQLITE_BUSY') return null;
    throw error;
  }
}

/** Opens a file for an exclusive transaction, which fails at once while another process has one. */
function openLock(file: string): DatabaseSync {
  makePrivate(file);
  return new DatabaseSync(file, { timeout: 0 });
}

/** Creates a missing file with mode 600; SQLite would make it readable for everybody. */
function makePrivate(path: string) {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
}

function adapt(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(text) {
      const known = prepared.get(text);
      // Delete and set again moves it to the end: the first entry is the least recently used.
      prepared.delete(text);
      const statement = known ?? withParameters(database.prepare(text));
      if (cacheable.test(text)) prepared.set(text, statement);
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
  throw new TypeError(
    `SQLite can't store a value of type ${typeof value}: convert it to a string first`,
  );
}

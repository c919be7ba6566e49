import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Dialect, type SqliteDatabase, SqliteDialect } from 'kysely';

/** The dialect for a file of its own, or `:memory:`. Every commit is on the disk when it returns. */
export function sqliteDialect(path: string): Dialect {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on`);
  return new SqliteDialect({ database: adapt(database) });
}

/**
 * Waits until no other program opens the same file, and answers how to let the next one in. The lock
 * is an open transaction on a file beside it, which ends with the program, however that ends.
 */
export function lockSqlite(path: string): () => void {
  if (path === ':memory:') return () => {};
  mkdirSync(dirname(path), { recursive: true });
  const lock = new DatabaseSync(`${path}.lock`, { timeout: 30_000 });
  lock.exec('begin exclusive');
  return () => lock.close();
}

function adapt(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(text) {
      const statement = database.prepare(text);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters.map(bindable)),
        run: (parameters) => statement.run(...parameters.map(bindable)),
        iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
      };
    },
  };
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value;
  throw new TypeError(`the ledger can't store a ${typeof value}`);
}

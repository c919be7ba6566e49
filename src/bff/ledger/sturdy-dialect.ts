import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseConnection, Dialect } from 'kysely';

/** How long a statement waits for another program that holds the file, and how often it looks. */
const lockedForMs = 5_000;
const lookEveryMs = 20;

/**
 * A dialect that tells the cause of a failure and counts it, and waits for a file that another program
 * holds without holding up the process: SQLite's own wait would stop every other request.
 * @param onFailure called for each statement that fails, but for what a constraint refuses
 */
export function createSturdyDialect(dialect: Dialect, onFailure: () => void): Dialect {
  const seen = new WeakSet<DatabaseConnection>();

  function sturdy(connection: DatabaseConnection): DatabaseConnection {
    if (seen.has(connection)) return connection;
    seen.add(connection);
    const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection);
    connection.executeQuery = async <R>(...query: Parameters<typeof execute>) => {
      const until = performance.now() + lockedForMs;
      for (;;) {
        try {
          return await execute<R>(...query);
        } catch (error) {
          if (isLocked(error) && performance.now() < until) await wait(lookEveryMs);
          else {
            if (!isRefusal(error)) onFailure();
            throw error;
          }
        }
      }
    };
    return connection;
  }

  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver() {
      const driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      driver.acquireConnection = (options) =>
        acquire(options).then(sturdy, (error: unknown) => {
          onFailure();
          throw error;
        });
      const rollback = driver.rollbackTransaction.bind(driver);
      // What ended the transaction is thrown next, and is the cause: a full disk has rolled back by
      // itself and a lost connection can't, so that this error says nothing.
      driver.rollbackTransaction = (connection) => rollback(connection).catch(() => {});
      return driver;
    },
  };
}

/** SQLITE_BUSY, but for a snapshot that is too old, which no waiting mends. */
function isLocked(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== null && (code & 0xff) === 5 && code !== 517;
}

/** A constraint or a trigger that refuses a row: an answer, and no failure of the store. */
function isRefusal(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code !== null) return (code & 0xff) === 19;
  return error instanceof Error && 'code' in error && /^(23|P0)/.test(String(error.code));
}

function sqliteCode(error: unknown): number | null {
  const coded = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return coded ? Number(error.errcode) : null;
}

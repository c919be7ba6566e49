import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseConnection, Dialect } from 'kysely';
import { isDataError, LedgerBusyError } from './ledger-error.ts';
import { withDriver } from './with-driver.ts';

/** How long, and how often, a statement is retried while another process locks the file. */
const maxLockWaitMs = 5_000;
const retryEveryMs = 20;

/**
 * Wraps a dialect: counts failures, rethrows their cause instead of a failed rollback, and retries a
 * locked SQLite file asynchronously. SQLite's own wait would block the process.
 * @param onFailure called with the error of each failed statement or connection; not for data or
 *   rows that the store rejects, and not while every connection is in use
 */
export function createSturdyDialect(
  dialect: Dialect,
  onFailure: (error: unknown) => void,
): Dialect {
  const seen = new WeakSet<DatabaseConnection>();

  function sturdy(connection: DatabaseConnection): DatabaseConnection {
    if (seen.has(connection)) return connection;
    seen.add(connection);
    const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection);
    connection.executeQuery = async <R>(...query: Parameters<typeof execute>) => {
      const until = performance.now() + maxLockWaitMs;
      for (;;) {
        try {
          return await execute<R>(...query);
        } catch (error) {
          if (isLocked(error) && performance.now() < until) await wait(retryEveryMs);
          else {
            if (!isRefusal(error)) onFailure(error);
            throw error;
          }
        }
      }
    };
    return connection;
  }

  return withDriver(dialect, (driver) => {
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = (options) =>
      acquire(options).then(sturdy, (error: unknown) => {
        if (!(error instanceof LedgerBusyError)) onFailure(error);
        throw error;
      });
    const rollback = driver.rollbackTransaction.bind(driver);
    // The error that ended the transaction is thrown next. A full disk has already rolled back, and a
    // lost connection can't, so an error of the rollback would only hide the cause.
    driver.rollbackTransaction = (connection) => rollback(connection).catch(() => {});
  });
}

/** SQLITE_BUSY, except SQLITE_BUSY_SNAPSHOT (517), which a retry can't resolve. */
function isLocked(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== null && (code & 0xff) === 5 && code !== 517;
}

/** Data, or a constraint or trigger that rejects a row (SQLITE_CONSTRAINT, SQLSTATE 23 and P0): no failure. */
function isRefusal(error: unknown): boolean {
  if (isDataError(error)) return true;
  const code = sqliteCode(error);
  if (code !== null) return (code & 0xff) === 19;
  return error instanceof Error && 'code' in error && /^(23|P0)/.test(String(error.code));
}

function sqliteCode(error: unknown): number | null {
  const coded = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return coded ? Number(error.errcode) : null;
}

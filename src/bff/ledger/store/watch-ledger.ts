import { causeCode } from '../../lib/cause-code.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { ledgerFailures, onLedgerFailure } from './ledger.ts';
import { ledgerError, storeCode } from './ledger-error.ts';
import type { LedgerDb } from './schema.ts';

type Log = Record<'info' | 'error', (fields: object, message: string) => void>;

const probeEveryMs = 5_000;
/** SQLSTATE of a connection that the server ends. */
const connectionEnded = '57P01';

/**
 * Writes a row and commits it: a full or read-only store still answers reads.
 * @throws Error of the store
 */
export async function probeWrite(db: LedgerDb, now: number) {
  const row = { name: 'readyz', holder: 'probe', until: timestamp(now) };
  await db
    .insertInto('leases')
    .values(row)
    .onConflict((oc) => oc.column('name').doUpdateSet(row))
    .execute();
}

/** Lines about one outage. */
const maxLines = 3;

/**
 * Logs one line when the ledger begins to fail, whatever fails with it, and one when it takes writes again. After a
 * lost connection, one more says why: PostgreSQL tells it to the next connection.
 * @param url as in DATABASE_URL; its password is not logged
 */
export function watchLedger(db: LedgerDb, url: string, now: () => number, log: Log) {
  let timer: NodeJS.Timeout | undefined;
  let failuresBefore = 0;
  const told = new Set<string>();
  let isExplained = false;

  const unwatch = onLedgerFailure(db, (error) => {
    if (!timer) {
      failuresBefore = ledgerFailures(db) - 1;
      timer = setInterval(probe, probeEveryMs).unref();
    }
    const { message: detail } = ledgerError(error, url);
    const code = storeCode(error) ?? causeCode(error) ?? null;
    const cause = code ?? detail;
    if (isExplained || told.has(cause) || told.size >= maxLines) return;
    told.add(cause);
    isExplained = storeCode(error) !== null && code !== connectionEnded;
    log.error({ code, detail }, 'ledger: fails');
  });

  async function probe() {
    const failing = timer;
    try {
      await probeWrite(db, now());
    } catch {
      // The line has been logged.
      return;
    }
    if (timer === undefined || timer !== failing) return;
    clearInterval(timer);
    timer = undefined;
    told.clear();
    isExplained = false;
    log.info({ failures: ledgerFailures(db) - failuresBefore }, 'ledger: works again');
  }

  return {
    isFailing: () => timer !== undefined,
    close() {
      unwatch();
      clearInterval(timer);
    },
  };
}

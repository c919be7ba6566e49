import { PostgresAdapter, sql } from 'kysely';
import { timestamp } from '../lib/timestamp.ts';
import type { LedgerDb } from './ledger.ts';

/** With more between this machine's clock and the store's, nothing is sent. */
export const maxClockDifferenceMs = 5_000;
const compareEvery = 60_000;

export type StoreClock = {
  /** The store's time in milliseconds since 1970, read within a transaction where one is given. */
  now(tx?: LedgerDb): Promise<number>;
  /** By how much this machine's clock was ahead of the store's, when they were last compared. */
  ahead_ms(): number;
  /** True while the two differ by more than a sending allows. */
  differs(): boolean;
  /** Compares them now and every minute, until it is closed. */
  start(): Promise<void>;
  close(): void;
};

type Deps = {
  db: LedgerDb;
  /** This machine's clock. */
  now: () => number;
  log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
  read?: typeof storeNow;
};

/** The store's time in milliseconds since 1970. SQLite runs in this process and has its clock. */
export async function storeNow(db: LedgerDb, own: () => number): Promise<number> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return own();
  const { rows } = await sql<{ now: string }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the store told no time');
  return Number(row.now);
}

/** The store's time now as a timestamp. */
export const storeTimestamp = async (clock: Pick<StoreClock, 'now'>): Promise<string> =>
  timestamp(await clock.now());

/** The one clock that decides, for all instances on one store; every read compares it with our own. */
export function createStoreClock({ db, now: own, log, read = storeNow }: Deps): StoreClock {
  let ahead = 0;
  let timer: NodeJS.Timeout | undefined;
  const differs = () => Math.abs(ahead) > maxClockDifferenceMs;

  async function now(tx: LedgerDb = db): Promise<number> {
    const before = own();
    const at = await read(tx, own);
    const after = own();
    const differed = differs();
    // The store answered at some time in between: only what lies outside is a difference.
    ahead = at < before ? before - at : Math.min(after - at, 0);
    if (differs() && !differed) {
      log.error({ ahead_ms: ahead }, 'the clock differs from the store’s: nothing is sent');
    } else if (differed && !differs()) {
      log.info({ ahead_ms: ahead }, 'the clock agrees with the store’s again');
    }
    return at;
  }

  async function compare() {
    try {
      await now();
    } catch (error) {
      log.warn({ err: error }, 'the clock could not be compared with the store’s');
    }
  }

  return {
    now,
    ahead_ms: () => ahead,
    differs,
    async start() {
      await compare();
      timer = setInterval(compare, compareEvery).unref();
    },
    close: () => clearInterval(timer),
  };
}

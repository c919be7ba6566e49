import { sql } from 'kysely';
import { timestamp } from '../../lib/timestamp.ts';
import { isPostgres } from './is-postgres.ts';
import type { LedgerDb } from './schema.ts';

/** If this machine's clock differs from the store's by more, nothing is sent. */
export const maxClockDifferenceMs = 5_000;
const compareEveryMs = 60_000;

export type StoreClock = {
  /** The store's time in milliseconds since 1970. @param tx reads within this transaction */
  now(tx?: LedgerDb): Promise<number>;
  /** How far this machine's clock was ahead of the store's at the last comparison. */
  ahead_ms(): number;
  /** True while the clocks differ by more than `maxClockDifferenceMs`. */
  differs(): boolean;
  /** Compares the clocks now and every minute until `close`. */
  start(): Promise<void>;
  close(): void;
};

type Deps = {
  db: LedgerDb;
  /** This machine's clock, in milliseconds since 1970. */
  now: () => number;
  log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
  read?: typeof storeNow | undefined;
};

/** The store's time in milliseconds since 1970. SQLite runs in this process and uses its clock. */
export async function storeNow(db: LedgerDb, own: () => number): Promise<number> {
  if (!isPostgres(db)) return own();
  const { rows } = await sql<{ now: string }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the store returned no time');
  return Number(row.now);
}

/** The store's time as ISO 8601. */
export const storeTimestamp = async (clock: Pick<StoreClock, 'now'>): Promise<string> =>
  timestamp(await clock.now());

/**
 * The store's time in milliseconds since 1970; without the store as far from this machine's as last compared.
 * @param own this machine's clock
 */
export const storeTimeOrLast = (
  clock: Pick<StoreClock, 'now' | 'ahead_ms'>,
  own: () => number,
): Promise<number> => clock.now().catch(() => own() - clock.ahead_ms());

/**
 * The store's clock, which decides for all instances on one store. Every read compares it with this
 * machine's clock.
 */
export function createStoreClock({ db, now: own, log, read = storeNow }: Deps): StoreClock {
  let ahead = 0;
  let timer: NodeJS.Timeout | undefined;
  const differs = () => Math.abs(ahead) > maxClockDifferenceMs;

  async function now(tx: LedgerDb = db): Promise<number> {
    const before = own();
    const at = await read(tx, own);
    const after = own();
    const differed = differs();
    // The store read its clock between the two readings here: only a time outside them is a difference.
    ahead = at < before ? before - at : Math.min(after - at, 0);
    if (differs() && !differed) {
      log.error({ ahead_ms: ahead }, 'clock: differs from the store clock, sends are stopped');
    } else if (differed && !differs()) {
      log.info({ ahead_ms: ahead }, 'clock: agrees with the store clock again');
    }
    return at;
  }

  async function compare() {
    try {
      await now();
    } catch (error) {
      log.warn({ err: error }, 'clock: not compared with the store clock');
    }
  }

  return {
    now,
    ahead_ms: () => ahead,
    differs,
    async start() {
      await compare();
      timer = setInterval(compare, compareEveryMs).unref();
    },
    close: () => clearInterval(timer),
  };
}

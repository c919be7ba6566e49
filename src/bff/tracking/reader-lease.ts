import { keepLease, releaseLease, takeLease } from '../ledger/store/leases.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Log } from '../service/log.ts';

/**
 * The lease of the one instance that reads the service's list for all. It saves the service from further reads; what
 * may be written is decided by when a read began.
 */
export type ReaderLease = {
  /** Takes the lease or keeps it. @returns false if another instance has it */
  take(): Promise<boolean>;
  isHeld(): boolean;
  /** After a few failures in a row another instance may read: the fault may be between this one and the service. */
  failed(): Promise<void>;
  succeeded(): void;
  release(): Promise<void>;
};

const name = 'read transfers';
/** A reader that is killed is replaced after this time, and the pause between two tries of another. */
const lastsMs = 10_000;
const keptEveryMs = 3_000;
/** After a refusal another try makes no sense for this time. */
const refusedForMs = 1_000;
const maxFailures = 3;
/** Longer than others wait between two tries. */
const restsForMs = 5_000;

type Deps = {
  db: LedgerDb;
  storeClock: Pick<StoreClock, 'now'>;
  log: Log;
  /** True if no other instance could read. */
  alone: boolean;
};

/** Keeps the lease alive from `take` to `release`, also during a long read. */
export function createReaderLease({ db, storeClock, log, alone }: Deps): ReaderLease {
  let holder: string | null = null;
  let taking: Promise<boolean> | null = null;
  let beat: NodeJS.Timeout | undefined;
  let refusedUntil = Number.NEGATIVE_INFINITY;
  let failures = 0;

  async function take(): Promise<boolean> {
    if (performance.now() < refusedUntil) return false;
    holder ??= await takeLease(db, name, await storeClock.now(), lastsMs);
    if (holder === null) {
      refusedUntil = performance.now() + refusedForMs;
      return false;
    }
    beat ??= setInterval(keep, keptEveryMs).unref();
    return true;
  }

  async function keep() {
    const mine = holder;
    if (mine === null) return;
    try {
      const until = timestamp((await storeClock.now()) + lastsMs);
      if (!(await keepLease(db, name, mine, until)) && holder === mine) lost();
    } catch (error) {
      // It is tried again, and ends by itself.
      log.warn({ err: error }, 'tracking: lease of the reader not prolonged');
    }
  }

  function lost() {
    holder = null;
    clearInterval(beat);
    beat = undefined;
  }

  async function release() {
    await taking?.catch(() => false);
    const mine = holder;
    lost();
    if (mine !== null) await releaseLease(db, name, mine);
  }

  return {
    take() {
      if (holder !== null) return Promise.resolve(true);
      taking ??= take().finally(() => {
        taking = null;
      });
      return taking;
    },
    isHeld: () => holder !== null,
    async failed() {
      failures += 1;
      if (alone || failures < maxFailures) return;
      failures = 0;
      refusedUntil = performance.now() + restsForMs;
      await release().catch((error: unknown) => {
        // It ends by itself.
        log.warn({ err: error }, 'tracking: lease of the reader not released');
      });
    },
    succeeded() {
      failures = 0;
    },
    release,
  };
}

/** Frees the lease that an earlier process left: only if no other process uses the ledger. */
export async function freeReaderLease(db: LedgerDb): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).execute();
}

import { nextReleaseAt, ordersToRelease } from '../ledger/orders/orders.ts';
import { isHeld } from '../ledger/store/holds.ts';
import { isLedgerFailure } from '../ledger/store/ledger.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { SendDeps } from '../sends/send-once.ts';
import { passDays } from './missed.ts';
import { releaseOrder } from './release.ts';

export type OrderWorkerOptions = {
  /** The longest pause between two looks, in milliseconds: another instance may have made an order. */
  everyMs?: number;
};

type OrderWorker = {
  start(): void;
  /** Looks when an order is due (ISO 8601). */
  wake(release_at: string): void;
  /** Looks now, after the look under way; resolves when it has ended. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

const lookEveryMs = 5_000;
const shortestPauseMs = 50;
/** More than may wait for their next try, so that those behind them are not kept waiting. */
const atOnce = 200;
const together = 4;

/**
 * Releases orders when they are due. Every instance looks: a lease for each order saves work, and the guarded change
 * in the transaction of the intent decides which of them sends.
 */
export function createOrderWorker(deps: SendDeps & OrderWorkerOptions): OrderWorker {
  const { db, storeClock, log, records, everyMs = lookEveryMs } = deps;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let last: Promise<void> = Promise.resolve();
  let isStopped = false;
  let isFirst = true;

  function plan(wanted: number) {
    // A timer takes no more than 24 days, and it looks as often anyway.
    const delay = Math.min(wanted, everyMs);
    const at = performance.now() + delay;
    if (isStopped || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void look(), delay).unref();
  }

  function look(): Promise<void> {
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
    last = last.then(lookOnce).then(plan, (error: unknown) => {
      logFailure(error);
      plan(everyMs);
    });
    return last;
  }

  function logFailure(error: unknown) {
    // A store that fails is logged by its watch.
    if (!isLedgerFailure(error)) log.error({ err: error }, 'order: due ones not looked for');
  }

  /** @returns how long to pause, in milliseconds */
  async function lookOnce(): Promise<number> {
    // Nothing of a restored ledger is sent: its orders may have been sent or stopped since.
    if (!(await records.areThere()) || (await isHeld(db))) return everyMs;
    await passDays(deps, isFirst);
    isFirst = false;
    const now = await storeClock.now();
    const due = await ordersToRelease(db, timestamp(now), atOnce);
    for (let start = 0; start < due.length && !isStopped; start += together) {
      // One that fails waits for the next look, and keeps none of the others waiting.
      const some = due.slice(start, start + together);
      const tried = await Promise.allSettled(some.map((one) => releaseOrder(deps, one)));
      for (const one of tried) if (one.status === 'rejected') logFailure(one.reason);
    }
    const next = await nextReleaseAt(db);
    if (next === null) return everyMs;
    // What is due already waits for its next try, or for another instance.
    const pause = Date.parse(next) - (await storeClock.now());
    return pause > 0 ? Math.min(Math.max(pause, shortestPauseMs), everyMs) : retryMs;
  }

  return {
    start: () => plan(0),
    wake(release_at) {
      storeClock
        .now()
        .then((now) => plan(Math.max(Date.parse(release_at) - now, shortestPauseMs)))
        .catch(() => undefined);
    },
    look,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await last;
    },
  };
}

const retryMs = 1_000;

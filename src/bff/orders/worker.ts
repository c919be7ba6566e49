import {
  type DueOrder,
  findOrder,
  nextReleaseAt,
  ordersToRelease,
} from '../ledger/orders/orders.ts';
import { isHeld } from '../ledger/store/holds.ts';
import { isLedgerFailure } from '../ledger/store/ledger.ts';
import type { SendDeps } from '../sends/send-once.ts';
import { expireUnapproved } from './approve.ts';
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
  /** Looks now, after the look under way; resolves when all that was due has been tried. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

const lookEveryMs = 5_000;
const shortestPauseMs = 50;
/** So many are released together, and fewer of one person: what is slow of theirs keeps nobody else waiting. */
const most = { together: 4, ofOne: 2 };
const retryMs = 1_000;

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
  const pool = createPool(deps);
  const days = createDayCount(deps);

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
      logFailure(log, error);
      plan(everyMs);
    });
    return last;
  }

  /** @returns how long to pause, in milliseconds */
  async function lookOnce(): Promise<number> {
    // Nothing of a restored ledger is sent: its orders may have been sent or stopped since.
    if (!(await records.areThere()) || (await isHeld(db))) return everyMs;
    await storeClock.now();
    // Nothing is sent by a clock that differs, and no day is missed by it.
    if (storeClock.differs()) return everyMs;
    pool.offer(await ordersToRelease(db, await storeClock.now()));
    days.begin();
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
    async look() {
      await look();
      await days.counted();
      // What is due by that.
      await look();
      await pool.drained();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      pool.stop();
      await last;
      await days.counted();
      await pool.drained();
    },
  };
}

/** Ends what nobody approved in time, and counts days, beside the looks: of many orders it takes its time, and a release counts its own anyway. */
function createDayCount(deps: SendDeps) {
  let isFirst = true;
  let counting: Promise<void> | undefined;
  return {
    /** Begins, unless one is under way. */
    begin() {
      counting ??= expireUnapproved(deps)
        .catch((error: unknown) => logFailure(deps.log, error))
        .then(() => passDays(deps, isFirst))
        .then(() => {
          isFirst = false;
        })
        .catch((error: unknown) => logFailure(deps.log, error))
        .finally(() => {
          counting = undefined;
        });
    },
    counted: async () => counting,
  };
}

/** Releases what is offered, some at once; a later offer takes the place of what has not begun of the one before. */
function createPool(deps: SendDeps) {
  const { db, log } = deps;
  /** Whose order each is, by its id. */
  const running = new Map<string, { user_id: string; ended: Promise<void> }>();
  let queue: DueOrder[] = [];
  let isStopped = false;

  function fill() {
    while (running.size < most.together) {
      const busy = [...running.values()].map(({ user_id }) => user_id);
      const isTheirTurn = ({ user_id }: DueOrder) =>
        busy.filter((one) => one === user_id).length < most.ofOne;
      const at = queue.findIndex(isTheirTurn);
      const [next] = at === -1 ? [] : queue.splice(at, 1);
      if (!next) return;
      const ended = release(next).then(() => {
        running.delete(next.id);
        fill();
      });
      running.set(next.id, { user_id: next.user_id, ended });
    }
  }

  /** One that fails waits for a later look, and keeps none of the others waiting. */
  async function release({ id }: DueOrder) {
    try {
      const row = await findOrder(db, id);
      if (row) await releaseOrder(deps, row);
    } catch (error) {
      logFailure(log, error);
    }
  }

  return {
    offer(due: readonly DueOrder[]) {
      if (isStopped) return;
      queue = inTurns(due.filter(({ id }) => !running.has(id)));
      fill();
    },
    /** Resolves when nothing of what was offered is left. */
    async drained() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended));
    },
    stop() {
      isStopped = true;
      queue = [];
    },
  };
}

/**
 * One order of each person, then the next of each. Those come first that were not tried yet, then those that were tried
 * longest ago: what fails again and again keeps nothing else of its person waiting either.
 */
function inTurns(due: readonly DueOrder[]): DueOrder[] {
  const byPerson = Map.groupBy(due, ({ user_id }) => user_id);
  const turns = [...byPerson.values()].flatMap((theirs) =>
    theirs.sort(byTries).map((order, turn) => ({ order, turn })),
  );
  turns.sort((a, b) => a.turn - b.turn || byTries(a.order, b.order));
  return turns.map(({ order }) => order);
}

/** A try that failed leaves its reason, and when that was. */
function byTries(a: DueOrder, b: DueOrder): number {
  if (a.reason === null && b.reason === null) return compare(dueAtOf(a), dueAtOf(b));
  if (a.reason === null || b.reason === null) return a.reason === null ? -1 : 1;
  return compare(a.updated_at, b.updated_at);
}

const dueAtOf = ({ release_at }: DueOrder) => release_at ?? '';

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function logFailure(log: SendDeps['log'], error: unknown) {
  // A store that fails is logged by its watch.
  if (!isLedgerFailure(error)) log.error({ err: error }, 'order: due ones not looked for');
}

import { looksFor } from '../../contract/api/send-states.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { giveBack, takeLease } from '../ledger/leases.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { moveSend, type SendRow, sendsInState } from '../ledger/sends.ts';
import type { Log } from '../service/log.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { candidatesAmong } from './candidates.ts';
import { writeAnswer } from './send-row.ts';

export type ReconcileDeps = {
  db: LedgerDb;
  tracking: Pick<Tracking, 'list'>;
  now: () => number;
  log: Log;
  /** Milliseconds between looks: after the first, the second, … the last repeats. */
  intervals?: number[];
  /** Milliseconds after which a sending that is not found is left to support. */
  giveUpAfter?: number;
  /** True when no other process can be sending: what is open at the start was left by a crash. */
  alone?: boolean;
  /** Milliseconds after which an intent without an outcome is taken for lost. */
  intentLivesFor?: number;
};

export type Reconciler = {
  /** Takes up what an earlier run left open, and goes on looking until everything is settled. */
  start(): Promise<void>;
  /** Looks for one sending at once. */
  look(key: string): void;
  /** Looks now for what is due, after a round that is under way; ends with the round. */
  round(): Promise<void>;
  stop(): Promise<void>;
};

/** Longer than a POST can take, so that an intent of a living process is left alone. */
const intentLife = 45_000;
/** Longer than a read of the list can take. */
const lookLasts = 60_000;

/**
 * Settles sendings whose outcome is not known by the service's list of transfers: exactly one that
 * can be it makes it sent; none or several for ten minutes leave it to support. Absence is never proof.
 */
export function createReconciler(deps: ReconcileDeps): Reconciler {
  const { db, tracking, now, log } = deps;
  const { intervals = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000] } = deps;
  const { giveUpAfter = looksFor, intentLivesFor = intentLife } = deps;
  const looks = new Map<string, { count: number; next: number }>();
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  let stopped = false;

  function schedule(delay: number) {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(round, delay);
    timer.unref();
  }

  function round(): Promise<void> {
    clearTimeout(timer);
    last = last.then(once).catch((error: unknown) => {
      log.error({ err: error }, 'sendings could not be looked for');
    });
    void last.then(() => schedule(Math.min(...intervals)));
    return last;
  }

  async function once() {
    await loseOldIntents();
    const open = await sendsInState(db, ['unconfirmed']);
    for (const key of looks.keys()) {
      if (!open.some((row) => row.key === key)) looks.delete(key);
    }
    const due = open.filter((row) => (looks.get(row.key)?.next ?? 0) <= now());
    if (due.length === 0) return;
    for (const row of due) {
      const count = (looks.get(row.key)?.count ?? 0) + 1;
      const wait = intervals[Math.min(count, intervals.length) - 1] ?? 0;
      looks.set(row.key, { count, next: now() + wait });
    }
    await lookFor(due);
  }

  async function lookFor(due: SendRow[]) {
    const mine: { row: SendRow; name: string; holder: string }[] = [];
    for (const row of due) {
      // Another instance that looks for it now needs no help.
      const name = `look ${row.key}`;
      const holder = await takeLease(db, name, now(), lookLasts);
      if (holder !== null) mine.push({ row, name, holder });
    }
    try {
      if (mine.length === 0) return;
      const { value: transfers, readAt } = await tracking.list(0);
      for (const { row } of mine) {
        await settle(row, transfers, readAt).catch((error: unknown) => {
          log.error({ key: row.key, err: error }, 'a sending could not be settled');
        });
      }
    } finally {
      for (const { name, holder } of mine) await giveBack(db, name, holder);
    }
  }

  async function settle(row: SendRow, transfers: Transfer[], readAt: number) {
    // Before what is taken: a rival that gets its answer in between is seen in one of the two.
    const rivals = await openRivals(row);
    const left = await candidatesAmong(db, row, transfers);
    const [only] = left;
    // Two sendings that one transfer could be: it proves neither.
    if (only && left.length === 1 && rivals === 0) {
      const facts = { transfer_id: only.id, answer: writeAnswer(only) };
      await moveSend(db, row.key, 'found', facts, stamp());
      log.info({ key: row.key }, 'a sending without an answer was found');
    } else if (readAt - Date.parse(row.created_at) >= giveUpAfter) {
      const reason = left.length === 0 ? 'none-found' : 'several-found';
      await moveSend(db, row.key, 'gave-up', { reason }, stamp());
      log.warn({ key: row.key, reason }, 'a sending without an answer is left to support');
    }
  }

  /** Other open sendings of the same account, amount and currencies: of the same person or of others. */
  async function openRivals(row: SendRow): Promise<number> {
    const open = await sendsInState(db, ['intended', 'unconfirmed', 'unresolved']);
    return open.filter((other) => other.key !== row.key && other.body_hash === row.body_hash)
      .length;
  }

  async function loseOldIntents(olderThan = intentLivesFor) {
    for (const row of await sendsInState(db, ['intended'])) {
      if (now() - Date.parse(row.created_at) < olderThan) continue;
      await moveSend(db, row.key, 'lost', { reason: 'interrupted' }, stamp());
    }
  }

  const stamp = () => new Date(now()).toISOString();

  return {
    async start() {
      await loseOldIntents(deps.alone ? 0 : intentLivesFor);
      schedule(0);
    },
    look(key) {
      looks.delete(key);
      schedule(0);
    },
    round,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await last;
    },
  };
}

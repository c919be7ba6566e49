import { looksFor } from '../../contract/api/send-states.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { giveBack, takeLease } from '../ledger/leases.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import {
  findSend,
  moveSend,
  noteCandidate,
  type SendRow,
  sendsInState,
  transfersMadeTo,
} from '../ledger/sends.ts';
import type { StoreClock } from '../ledger/store-clock.ts';
import type { OddRow } from '../service/list-record.ts';
import type { Log } from '../service/log.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { candidatesAmong, unreadAmong } from './candidates.ts';
import { newTransfersLike } from './known-transfers.ts';
import { noteLookAlikes } from './look-alikes.ts';
import { knownIds, requestOf, writeAnswer } from './send-row.ts';

export type ReconcileDeps = {
  db: LedgerDb;
  tracking: Pick<Tracking, 'list'>;
  storeClock: StoreClock;
  log: Log;
  /** Milliseconds between looks: after the first, the second, … the last repeats. */
  intervals?: number[];
  /** Milliseconds after which a sending that is not found is left to support. */
  giveUpAfter?: number;
  /** Milliseconds for which one transfer must have been the only one, where others send to that account too. */
  aloneFor?: number;
  /** True when no other process can be sending: what is open at the start was left by a crash. */
  alone?: boolean;
  /** Milliseconds after which an intent without an outcome is taken for lost. */
  intentLivesFor?: number;
};

/** What the service's list showed, and when by the store's clock. */
type Look = { transfers: Transfer[]; odd: readonly OddRow[]; readAt: number };

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
const aloneForMs = 60_000;
/** How often it is looked for transfers that turn up late, and how old the list for that may be. */
const lateLooks = { everyMs: 60_000, listAgeMs: 10 * 60_000 };

/**
 * Settles sendings whose outcome is not known by the service's list of transfers: exactly one that
 * can be it makes it sent, at once where Giro alone sends to that account, else once it was the only
 * one for a minute; none or several for ten minutes leave it to support. Absence is never proof.
 */
export function createReconciler(deps: ReconcileDeps): Reconciler {
  const { db, tracking, storeClock, log } = deps;
  const { intervals = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000] } = deps;
  const { giveUpAfter = looksFor, intentLivesFor = intentLife, aloneFor = aloneForMs } = deps;
  const looks = new Map<string, { count: number; next: number }>();
  const longestWait = Math.max(...intervals);
  let nextLateLook: number | undefined;
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
    const now = await storeClock.now();
    await loseOldIntents(now, intentLivesFor);
    const open = await sendsInState(db, ['unconfirmed']);
    for (const key of looks.keys()) {
      if (!open.some((row) => row.key === key)) looks.delete(key);
    }
    const due = open.filter((row) => isDue(looks.get(row.key)?.next, now, longestWait));
    for (const row of due) {
      const count = (looks.get(row.key)?.count ?? 0) + 1;
      const wait = intervals[Math.min(count, intervals.length) - 1] ?? 0;
      looks.set(row.key, { count, next: now + wait });
    }
    if (due.length > 0) await lookFor(due);
    if (!isDue(nextLateLook, now, lateLooks.everyMs)) return;
    nextLateLook = now + lateLooks.everyMs;
    await noteLookAlikes(deps, lateLooks.listAgeMs).catch((error: unknown) => {
      log.warn({ err: error }, 'transfers that turn up late could not be looked for');
    });
  }

  async function lookFor(due: SendRow[]) {
    const mine: { key: string; name: string; holder: string }[] = [];
    for (const { key } of due) {
      // Another instance that looks for it now needs no help.
      const name = `look ${key}`;
      const holder = await takeLease(db, name, await storeClock.now(), lookLasts);
      if (holder !== null) mine.push({ key, name, holder });
    }
    try {
      if (mine.length === 0) return;
      // Before the list, which is then no older.
      const readAt = await storeClock.now();
      const { value: transfers, odd } = await tracking.list(0);
      for (const { key } of mine) {
        await settle(key, { transfers, odd, readAt }).catch((error: unknown) => {
          log.error({ key, err: error }, 'a sending could not be settled');
        });
      }
    } finally {
      for (const { name, holder } of mine) await giveBack(db, name, holder);
    }
  }

  async function settle(key: string, { transfers, odd, readAt }: Look) {
    // As the instance that looked before left it.
    const row = await findSend(db, key);
    if (row?.state !== 'unconfirmed') return;
    // Before what is taken: a rival that gets its answer in between is seen in one of the two.
    const rivals = await openRivals(row);
    const left = await candidatesAmong(db, row, transfers);
    const { length: unread } = await unreadAmong(db, row, odd);
    const [only] = left;
    // Two sendings that one transfer could be: it proves neither.
    if (only && left.length === 1 && rivals === 0 && unread === 0) {
      if (!(await isAlone(row, only, { transfers, odd, readAt }))) return;
      const facts = { transfer_id: only.id, answer: writeAnswer(only) };
      await moveSend(db, key, 'found', facts, await stamp());
      log.info({ key }, 'a sending without an answer was found');
      return;
    }
    if (row.candidate_id !== null) await noteCandidate(db, key, null);
    if (readAt - Date.parse(row.created_at) >= giveUpAfter) {
      const none = unread === 0 ? 'none-found' : 'unread-found';
      const reason = left.length === 0 ? none : 'several-found';
      await moveSend(db, key, 'gave-up', { reason }, await stamp());
      log.warn({ key, reason }, 'a sending without an answer is left to support');
    }
  }

  /** Another system of the same client may send the same: then the first one seen need not be ours. */
  async function isAlone(row: SendRow, only: Transfer, { transfers, odd, readAt }: Look) {
    const ours = await transfersMadeTo(db, row.destination_account_id);
    // What another open sending of ours looks for is no sign of another system.
    for (const other of await openBeside(row)) {
      const like = newTransfersLike(requestOf(other), transfers, knownIds(other));
      for (const { id } of like) ours.add(id);
    }
    const othersSend = transfers.some(
      ({ id, destination_account_id }) =>
        destination_account_id === row.destination_account_id && id !== only.id && !ours.has(id),
    );
    // A row that can't be read may be another's transfer to this recipient.
    if (!othersSend && odd.length === 0) return true;
    const before = row.candidate_since === null ? Number.NaN : Date.parse(row.candidate_since);
    // One that is still to come was noted before the clock was set back: the minute begins again.
    if (row.candidate_id === only.id && before <= readAt) return readAt - before >= aloneFor;
    const since = new Date(readAt).toISOString();
    await noteCandidate(db, row.key, { id: only.id, since });
    return false;
  }

  /** Other open sendings of the same account, amount and currencies: of the same person or of others. */
  async function openRivals(row: SendRow): Promise<number> {
    const open = await openBeside(row);
    return open.filter(({ body_hash }) => body_hash === row.body_hash).length;
  }

  async function openBeside(row: SendRow): Promise<SendRow[]> {
    const open = await sendsInState(db, ['intended', 'unconfirmed', 'unresolved']);
    return open.filter(({ key }) => key !== row.key);
  }

  /** Those that are older; where none can be of a living process, every one, whatever the clocks say. */
  async function loseOldIntents(now: number, olderThan: number | null) {
    for (const row of await sendsInState(db, ['intended'])) {
      if (olderThan !== null && now - Date.parse(row.created_at) < olderThan) continue;
      await moveSend(db, row.key, 'lost', { reason: 'interrupted' }, await stamp());
    }
  }

  const stamp = async () => new Date(await storeClock.now()).toISOString();

  return {
    async start() {
      await loseOldIntents(await storeClock.now(), deps.alone ? null : intentLivesFor);
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

/** Also one that is further away than anything is put off: the clock was set back since. */
function isDue(next: number | undefined, now: number, longest: number): boolean {
  return next === undefined || next <= now || next > now + longest;
}

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
import { storeTimestamp } from '../ledger/store-clock.ts';
import { timestamp } from '../lib/timestamp.ts';
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
  /** Takes up what an earlier run left open, and goes on looking until everything is resolved. */
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

/** What the rounds share. */
type Context = ReconcileDeps & {
  intervals: number[];
  giveUpAfter: number;
  aloneFor: number;
  intentLivesFor: number;
  /** How often each open sending was looked for, and when it is next. */
  looks: Map<string, { count: number; next: number }>;
  nextLateLook: number | undefined;
};

/**
 * Resolves sendings whose outcome is not known by the service's list of transfers: exactly one that
 * can be it makes it sent, at once where Giro alone sends to that account, else once it was the only
 * one for a minute; none or several for ten minutes leave it to support. Absence is never proof.
 */
export function createReconciler(deps: ReconcileDeps): Reconciler {
  const { storeClock, log } = deps;
  const context: Context = {
    ...deps,
    intervals: deps.intervals ?? [2_000, 4_000, 8_000, 15_000, 30_000, 60_000],
    giveUpAfter: deps.giveUpAfter ?? looksFor,
    intentLivesFor: deps.intentLivesFor ?? intentLife,
    aloneFor: deps.aloneFor ?? aloneForMs,
    looks: new Map(),
    nextLateLook: undefined,
  };
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
    last = last
      .then(() => once(context))
      .catch((error: unknown) => {
        log.error({ err: error }, 'sendings could not be looked for');
      });
    void last.then(() => schedule(Math.min(...context.intervals)));
    return last;
  }

  return {
    async start() {
      const olderThan = deps.alone ? null : context.intentLivesFor;
      await loseOldIntents(context, await storeClock.now(), olderThan);
      schedule(0);
    },
    look(key) {
      context.looks.delete(key);
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

async function once(context: Context) {
  const { db, storeClock, log, intervals, intentLivesFor, looks } = context;
  const maxWait = Math.max(...intervals);
  const now = await storeClock.now();
  await loseOldIntents(context, now, intentLivesFor);
  const open = await sendsInState(db, ['unconfirmed']);
  for (const key of looks.keys()) {
    if (!open.some((row) => row.key === key)) looks.delete(key);
  }
  const due = open.filter((row) => isDue(looks.get(row.key)?.next, now, maxWait));
  for (const row of due) {
    const count = (looks.get(row.key)?.count ?? 0) + 1;
    const wait = intervals[Math.min(count, intervals.length) - 1] ?? 0;
    looks.set(row.key, { count, next: now + wait });
  }
  if (due.length > 0) await lookFor(context, due);
  if (!isDue(context.nextLateLook, now, lateLooks.everyMs)) return;
  context.nextLateLook = now + lateLooks.everyMs;
  await noteLookAlikes(context, lateLooks.listAgeMs).catch((error: unknown) => {
    log.warn({ err: error }, 'transfers that turn up late could not be looked for');
  });
}

async function lookFor(context: Context, due: SendRow[]) {
  const { db, tracking, storeClock, log } = context;
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
      await resolve(context, key, { transfers, odd, readAt }).catch((error: unknown) => {
        log.error({ key, err: error }, 'a sending could not be settled');
      });
    }
  } finally {
    for (const { name, holder } of mine) await giveBack(db, name, holder);
  }
}

async function resolve(context: Context, key: string, look: Look) {
  const { db, storeClock, log, giveUpAfter } = context;
  const { transfers, odd, readAt } = look;
  // As the instance that looked before left it.
  const row = await findSend(db, key);
  if (row?.state !== 'unconfirmed') return;
  // Before what is taken: a rival that gets its answer in between is seen in one of the two.
  const rivals = await openRivals(db, row);
  const left = await candidatesAmong(db, row, transfers);
  const { length: unread } = await unreadAmong(db, row, odd);
  const [only] = left;
  // Two sendings that one transfer could be: it proves neither.
  if (only && left.length === 1 && rivals === 0 && unread === 0) {
    if (!(await isAlone(context, row, only, look))) return;
    const facts = { transfer_id: only.id, answer: writeAnswer(only) };
    await moveSend(db, key, 'found', facts, await storeTimestamp(storeClock));
    log.info({ key }, 'a sending without an answer was found');
    return;
  }
  if (row.candidate_id !== null) await noteCandidate(db, key, null);
  if (readAt - Date.parse(row.created_at) >= giveUpAfter) {
    const none = unread === 0 ? 'none-found' : 'unread-found';
    const reason = left.length === 0 ? none : 'several-found';
    await moveSend(db, key, 'gave-up', { reason }, await storeTimestamp(storeClock));
    log.warn({ key, reason }, 'a sending without an answer is left to support');
  }
}

/** Another system of the same client may send the same: then the first one seen need not be ours. */
async function isAlone(
  { db, aloneFor }: Context,
  row: SendRow,
  only: Transfer,
  { transfers, odd, readAt }: Look,
): Promise<boolean> {
  const ours = await transfersMadeTo(db, row.destination_account_id);
  // What another open sending of ours looks for is no sign of another system.
  for (const other of await openBeside(db, row)) {
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
  const since = timestamp(readAt);
  await noteCandidate(db, row.key, { id: only.id, since });
  return false;
}

/** Other open sendings of the same account, amount and currencies: of the same person or of others. */
async function openRivals(db: LedgerDb, row: SendRow): Promise<number> {
  const open = await openBeside(db, row);
  return open.filter(({ body_hash }) => body_hash === row.body_hash).length;
}

async function openBeside(db: LedgerDb, row: SendRow): Promise<SendRow[]> {
  const open = await sendsInState(db, ['intended', 'unconfirmed', 'unresolved']);
  return open.filter(({ key }) => key !== row.key);
}

/** Those that are older; where none can be of a living process, every one, whatever the clocks say. */
async function loseOldIntents({ db, storeClock }: Context, now: number, olderThan: number | null) {
  for (const row of await sendsInState(db, ['intended'])) {
    if (olderThan !== null && now - Date.parse(row.created_at) < olderThan) continue;
    await moveSend(
      db,
      row.key,
      'lost',
      { reason: 'interrupted' },
      await storeTimestamp(storeClock),
    );
  }
}

/** Also one that is further away than anything is put off: the clock was set back since. */
function isDue(next: number | undefined, now: number, longest: number): boolean {
  return next === undefined || next <= now || next > now + longest;
}

import { looksFor, openStates } from '../../contract/api/send-states.ts';
import type { Transfer } from '../../contract/transfer.ts';
import {
  findSend,
  moveSend,
  noteCandidate,
  type SendRow,
  sendsInState,
  transfersMadeTo,
} from '../ledger/sends/sends.ts';
import { isHeld } from '../ledger/store/holds.ts';
import { releaseLease, takeLease } from '../ledger/store/leases.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { storeTimestamp } from '../ledger/store/store-clock.ts';
import { firstSeenOf } from '../ledger/transfers/state-observations.ts';
import { timestamp } from '../lib/timestamp.ts';
import { traced } from '../lib/traced.ts';
import type { OddRow } from '../service/list-record.ts';
import type { Log } from '../service/log.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { candidatesAmong, unreadAmong } from './candidates.ts';
import { newTransfersLike } from './known-transfers.ts';
import type { LatestRecords } from './latest-records.ts';
import { noteLookAlikes } from './look-alikes.ts';
import { knownIds, requestOf, writeAnswer } from './send-row.ts';

export type ReconcileDeps = {
  db: LedgerDb;
  tracking: Pick<Tracking, 'list'>;
  records: Pick<LatestRecords, 'areThere'>;
  storeClock: StoreClock;
  log: Log;
  /** Milliseconds to wait after the first look for a send, the second and so on; the last repeats. */
  intervals?: number[];
  /** Milliseconds after which a send that is not found is left to support. */
  giveUpAfter?: number;
  /** Milliseconds for which a transfer must be the only candidate, if others also send to that account. */
  aloneFor?: number;
  /** True if this is the only process on the store: intents found at the start were left by a crash. */
  alone?: boolean;
  /** Milliseconds after which an intent without an outcome becomes unconfirmed. */
  intentLivesFor?: number;
};

/** What the service's list showed; `readAt` in milliseconds since 1970, by the store's clock. */
type Look = { transfers: Transfer[]; odd: readonly OddRow[]; readAt: number };

export type Reconciler = {
  /** Marks intents of an earlier run as unconfirmed, then looks in rounds until `stop`. */
  start(): Promise<void>;
  /** Looks for one send at once. */
  look(key: string): void;
  /** Runs a round now, after the one under way; resolves when it has ended. */
  round(): Promise<void>;
  stop(): Promise<void>;
};

/** Longer than a POST can take with its wait, so that an intent of a running process is left alone. */
const intentLifeMs = 45_000;
/** Longer than a read of the list takes, unless that is very long: then two instances may look for a send. */
const lookLeaseMs = 60_000;
const aloneForMs = 60_000;
/** Longer than a read of the list takes: what it shows counts as seen when it began, so even before it was made. */
const seenAheadMs = 120_000;
/** How often look-alikes are looked for, and how old the list of transfers may be for that. */
const lateLooks = { everyMs: 60_000, listAgeMs: 10 * 60_000 };

/** State shared by the rounds. */
type Context = ReconcileDeps & {
  intervals: number[];
  giveUpAfter: number;
  aloneFor: number;
  intentLivesFor: number;
  /** By send key: how often it was looked for, and when it is due next. */
  looks: Map<string, { count: number; next: number }>;
  nextLateLook: number | undefined;
};

/**
 * Resolves unconfirmed sends by the service's list of transfers. Exactly one candidate makes a send
 * sent: at once if only Giro sends to that account, else after it was the only one for a minute. None, several, or
 * one that was seen before the send, for 10 minutes leave the send to support: a missing transfer never
 * proves that it was not sent.
 */
export function createReconciler(deps: ReconcileDeps): Reconciler {
  const { storeClock, log } = deps;
  const context: Context = {
    ...deps,
    intervals: deps.intervals ?? [2_000, 4_000, 8_000, 15_000, 30_000, 60_000],
    giveUpAfter: deps.giveUpAfter ?? looksFor,
    intentLivesFor: deps.intentLivesFor ?? intentLifeMs,
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
        log.error({ err: error }, 'reconcile: round failed');
      });
    void last.then(() => schedule(Math.min(...context.intervals)));
    return last;
  }

  return {
    async start() {
      const olderThan = deps.alone ? null : context.intentLivesFor;
      if (!(await isHeldNow(deps))) {
        await loseOldIntents(context, await storeClock.now(), olderThan);
      }
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

/** True of a ledger that was restored, or may have lost its latest records. */
const isHeldNow = async ({ db, records }: ReconcileDeps) =>
  !(await records.areThere()) || (await isHeld(db));

async function once(context: Context) {
  const { db, storeClock, log, intervals, intentLivesFor, looks } = context;
  const maxWait = Math.max(...intervals);
  // Such a ledger does not know yet which transfers were taken since: what fits may be another send's.
  if (await isHeldNow(context)) return;
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
    log.warn({ err: error }, 'reconcile: look-alikes not looked for');
  });
}

async function lookFor(context: Context, due: SendRow[]) {
  const { db, tracking, storeClock, log } = context;
  const mine: { key: string; name: string; holder: string }[] = [];
  for (const { key } of due) {
    // Without the lease another instance is looking for this send now.
    const name = `look ${key}`;
    const holder = await takeLease(db, name, await storeClock.now(), lookLeaseMs);
    if (holder !== null) mine.push({ key, name, holder });
  }
  try {
    if (mine.length === 0) return;
    // Read before the list, so that the list is not older than this time.
    const readAt = await storeClock.now();
    const accounts = due.map((row) => row.destination_account_id);
    const { value: transfers, odd } = await tracking.list(0, accounts);
    for (const { key } of mine) {
      await traced({ name: 'reconcile send', kind: 'internal', key }, async (work) => {
        work.outcome = await resolve(context, key, { transfers, odd, readAt });
      }).catch((error: unknown) => {
        log.error({ key, err: error }, 'reconcile: send not resolved');
      });
    }
  } finally {
    for (const { name, holder } of mine) await releaseLease(db, name, holder);
  }
}

type Resolved = 'found' | 'gave-up' | 'still-open' | 'already-ended';

async function resolve(context: Context, key: string, look: Look): Promise<Resolved> {
  const { db, storeClock, log, giveUpAfter } = context;
  const { transfers, odd, readAt } = look;
  // Read again under the lease: another instance may have resolved it.
  const row = await findSend(db, key);
  if (row?.state !== 'unconfirmed') return 'already-ended';
  // Read before the taken transfers: a rival that gets its answer in between is seen in one of the two.
  const rivals = await openRivals(db, row);
  const left = await candidatesAmong(db, row, transfers);
  const { length: unread } = await unreadAmong(db, row, odd);
  const [only] = left;
  // If two sends match the same transfer, it proves neither.
  const isOnly = left.length === 1 && rivals === 0 && unread === 0;
  if (only && isOnly && !(await wasSeenBefore(db, row, only))) {
    if (!(await isAlone(context, row, only, look))) return 'still-open';
    const facts = { transfer_id: only.id, answer: writeAnswer(only) };
    await moveSend(db, key, 'found', facts, await storeTimestamp(storeClock));
    log.info({ key }, 'reconcile: transfer found in the list');
    return 'found';
  }
  if (row.candidate_id !== null) await noteCandidate(db, key, null);
  if (readAt - Date.parse(row.created_at) < giveUpAfter) return 'still-open';
  const none = unread === 0 ? 'none-found' : 'unread-found';
  const reason = left.length === 0 ? none : 'several-found';
  await moveSend(db, key, 'gave-up', { reason }, await storeTimestamp(storeClock));
  log.warn({ key, reason }, 'reconcile: send left to support');
  return 'gave-up';
}

/**
 * True if `only` may be taken as the outcome. If another system with the same credentials sends to this
 * account, the first match may be its transfer, so `only` must have been alone for `aloneFor`.
 */
async function isAlone(
  { db, aloneFor }: Context,
  row: SendRow,
  only: Transfer,
  { transfers, odd, readAt }: Look,
): Promise<boolean> {
  const ours = await transfersMadeTo(db, row.destination_account_id);
  // A candidate of another open send is no sign of another system.
  for (const other of await openBeside(db, row)) {
    const like = newTransfersLike(requestOf(other), transfers, knownIds(other));
    for (const { id } of like) ours.add(id);
  }
  const othersSend = transfers.some(
    ({ id, destination_account_id }) =>
      destination_account_id === row.destination_account_id && id !== only.id && !ours.has(id),
  );
  // An unreadable row may be another system's transfer to this recipient, and what the mirror did not know
  // may have been there before the send.
  if (!othersSend && odd.length === 0 && row.known_by === 'list') return true;
  const before = row.candidate_since === null ? Number.NaN : Date.parse(row.candidate_since);
  // A time in the future was written before the clock was set back: the minute begins again.
  if (row.candidate_id === only.id && before <= readAt) return readAt - before >= aloneFor;
  const since = timestamp(readAt);
  await noteCandidate(db, row.key, { id: only.id, since });
  return false;
}

/**
 * True of a transfer that Giro first saw before the send: the list lacked it at the intent, and maybe for so long that
 * the mirror did too. It can't be the outcome, but only a person passes it over: the clock may have been set.
 */
async function wasSeenBefore(db: LedgerDb, row: SendRow, { id }: Transfer): Promise<boolean> {
  const seen_at = (await firstSeenOf(db, [id])).get(id);
  return seen_at !== undefined && Date.parse(seen_at) < Date.parse(row.created_at) - seenAheadMs;
}

/** How many other open sends, of any person, have the same account, amount and currencies. */
async function openRivals(db: LedgerDb, row: SendRow): Promise<number> {
  const open = await openBeside(db, row);
  return open.filter(({ body_hash }) => body_hash === row.body_hash).length;
}

async function openBeside(db: LedgerDb, row: SendRow): Promise<SendRow[]> {
  const open = await sendsInState(db, openStates);
  return open.filter(({ key }) => key !== row.key);
}

/** Makes intents unconfirmed that are older than this, in milliseconds; null for all of them. */
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

/** True at the time, and if it is further away than the longest wait: then the clock was set back. */
function isDue(next: number | undefined, now: number, longest: number): boolean {
  return next === undefined || next <= now || next > now + longest;
}

import type { ResumeRequest } from '../../contract/api/order.ts';
import {
  changeOrder,
  findOrder,
  isProven,
  nextRevision,
  type OrderRow,
} from '../ledger/orders/orders.ts';
import {
  addNewsOfOrder,
  lastAskedAt,
  lastReleasedAt,
  stopOrder,
} from '../ledger/orders/releases.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { requireNotHeld } from '../sends/latest-records.ts';
import { writeQuote } from '../sends/send-row.ts';
import { needsStepUp, requireStepUp } from '../sends/step-up.ts';
import { type OrderDeps, personHoldSeconds } from './make-order.ts';
import { floorOf, requestOfOrder } from './order-row.ts';

/**
 * Stops an order: nothing of it was posted, unless a loss left that unknown, and nothing will be. It can be stopped until
 * the intent of its send is written, also while it is being released. Its maker is told if a colleague stops it.
 * @param revision that the person saw
 * @throws ProblemError order-changed; ledger-held, because one that is on hold may have forgotten that it was sent
 */
export async function stopAsSeen(
  deps: Pick<OrderDeps, 'db' | 'storeClock' | 'records'>,
  { id }: OrderRow,
  revision: number,
  user_id: string,
): Promise<OrderRow> {
  return stopWith(deps, { id, revision }, user_id, {
    async alongside(tx, row, now) {
      if (row.user_id !== user_id) {
        await addNewsOfOrder(tx, 'order-stopped-by-colleague', row, now);
      }
      return row;
    },
    isSame: () => true,
  });
}

type Stop = {
  /** What goes with it, in its transaction. @param now ISO 8601 */
  alongside: (tx: LedgerDb, row: OrderRow, now: string) => Promise<OrderRow | null>;
  /** Whether a stop by the same person was this one. */
  isSame: (row: OrderRow) => boolean;
};

/**
 * Stops an order as a person has seen it. A repeated press after a lost answer finds what it did.
 * @throws ProblemError as `stopAsSeen`
 */
export async function stopWith(
  deps: Pick<OrderDeps, 'db' | 'storeClock' | 'records'>,
  { id, revision }: Pick<OrderRow, 'id' | 'revision'>,
  user_id: string,
  { alongside, isSame }: Stop,
): Promise<OrderRow> {
  const { db, storeClock, records } = deps;
  await requireNotHeld(deps);
  const now = timestamp(await storeClock.now());
  const transaction = db.transaction().setIsolationLevel('read committed');
  const stopped = await transaction.execute(async (tx) => {
    await requireNotHeld(deps, tx);
    const row = await stopOrder(tx, { id, revision }, user_id, now);
    return row && alongside(tx, row, now);
  });
  if (stopped) {
    records.rememberOrder(stopped);
    return stopped;
  }
  const row = await findOrder(db, id);
  const isOurs = row?.state === 'stopped' && row.ended_by === user_id;
  if (row && isOurs && row.revision === revision + 1 && isSame(row)) return row;
  throw new ProblemError('order-changed');
}

/**
 * Sends what was kept for its person, at once, with what they have seen now. On its day, with its own terms, if that is
 * still to come; to a recipient that has changed, once it was held for them. It is released as any other: all is checked
 * again. A repeated press finds what the first one did.
 * @param session_hash of the request, in which a proof must have been given
 * @throws ProblemError order-changed, ledger-held, step-up-required, step-up-refused
 */
export async function resumeAsSeen(
  deps: OrderDeps,
  { id }: OrderRow,
  body: ResumeRequest,
  session_hash: string,
): Promise<OrderRow> {
  const { db, storeClock, stepUpAbove } = deps;
  await requireNotHeld(deps);
  const row = await db.transaction().execute(async (tx) => {
    await requireNotHeld(deps, tx);
    const now = await storeClock.now(tx);
    const seen = await findOrder(tx, id);
    if (!seen) return null;
    const fingerprint = body.destination_account_fingerprint;
    const held = await resumedHoldSeconds({ ...deps, db: tx }, seen, fingerprint);
    const release_at = laterOf(timestamp(now + 1_000 * held), dayToCome(seen, now));
    const resumed = await resume(tx, seen, body, { now: timestamp(now), release_at });
    if (!resumed) return null;
    if (isProven(resumed)) return resumed;
    if (!needsStepUp(stepUpAbove, requestOfOrder(resumed))) return resumed;
    const request = {
      proof: body.proof,
      destination_account_fingerprint: resumed.fingerprint,
      session_hash,
    };
    await requireStepUp(tx, stepUpAbove, { ...resumed, key: id }, request, now);
    // Of one transfer, as it was asked for: the next one of a repeating order asks again.
    const { revision: proven_revision, occurrence: proven_occurrence } = resumed;
    const proven = { proven_revision, proven_occurrence };
    return changeOrder(tx, resumed, ['waiting'], proven, timestamp(now));
  });
  if (!row) {
    const done = await resumedBefore(db, id, body);
    if (!done) throw new ProblemError('order-changed');
    return done;
  }
  deps.records.rememberOrder(row);
  if (row.release_at !== null) deps.onDue(row.release_at);
  return row;
}

/** What a repeated press after a lost answer did, also once that is sent; null if it is none. */
async function resumedBefore(
  db: LedgerDb,
  id: string,
  { revision, destination_account_fingerprint: fingerprint }: ResumeRequest,
): Promise<OrderRow | null> {
  const row = await findOrder(db, id);
  if (!row || row.resumed_at === null || isOtherRecipient(row, fingerprint)) return null;
  const goesOn = ['waiting', 'releasing', 'released'].includes(row.state);
  if (!goesOn || row.waits_for !== 'time') return null;
  // An earlier answer than to what it asked last may be all that there was: it was skipped or changed since.
  const asked = await lastAskedAt(db, row);
  if (asked === null || row.resumed_at < asked) return null;
  if (row.revision === revision + 1) return row;
  const released = await lastReleasedAt(db, id);
  const isSent = released !== null && released >= row.resumed_at;
  return isSent && row.revision === revision + 2 ? row : null;
}

const laterOf = (at: string, day: string | null) => (day !== null && day > at ? day : at);

/** When an order with days is due that asks ahead of its day, as after a loss; null for what is sent at once. */
const dayToCome = ({ kind, release_at }: OrderRow, now: number): string | null =>
  kind !== 'held' && release_at !== null && Date.parse(release_at) > now ? release_at : null;

/**
 * A rate that is accepted for one day of an order that repeats is not accepted for all the days behind it, and the rate
 * of now not for a day to come. After a loss nothing was asked about the rate: without an estimate all stays as it was.
 */
function accepted(seen: OrderRow, quote: ResumeRequest['quote'], now: string) {
  if (dayToCome(seen, Date.parse(now)) !== null) return {};
  if (!quote && seen.reason === 'restored') return {};
  const floor = floorOf(quote);
  if (seen.kind === 'weekly' || seen.kind === 'monthly') return { floor_once: floor ?? '0' };
  return { quote: quote ? writeQuote({ quote }) : seen.quote, floor };
}

const isOtherRecipient = (seen: OrderRow, fingerprint: string | undefined) =>
  fingerprint !== undefined && fingerprint !== seen.fingerprint;

/**
 * Seconds for which an order is held when its person sends it as seen: none, because it was held before; to a recipient
 * that has changed as any transfer to them.
 * @param fingerprint of the recipient as the person sees it
 */
export function resumedHoldSeconds(
  deps: Pick<OrderDeps, 'db' | 'hold'>,
  seen: OrderRow,
  fingerprint: string | undefined,
): Promise<number> {
  if (fingerprint === undefined || !isOtherRecipient(seen, fingerprint)) return Promise.resolve(0);
  const { user_id, destination_account_id } = seen;
  const to = { destination_account_id, destination_account_fingerprint: fingerprint };
  return personHoldSeconds(deps, user_id, seen, to);
}

function resume(
  tx: LedgerDb,
  seen: OrderRow,
  { revision, quote, destination_account_fingerprint: fingerprint, ...after }: ResumeRequest,
  { now, release_at }: { now: string; release_at: string },
): Promise<OrderRow | null> {
  const next = nextRevision(seen);
  // While it asked it counted in no sum: one that was approved is judged again with what was sent since.
  const approved_revision = seen.approved_occurrence === null ? next.approved_revision : null;
  // The person was told that it went through: named as unresolved it would be asked about each time.
  const isSettled = seen.reason === 'send-settled';
  return changeOrder(
    tx,
    { id: seen.id, revision },
    ['needs_you'],
    {
      ...{ state: 'waiting', waits_for: 'time', reason: null, release_at, resumed_at: now },
      ...accepted(seen, quote, now),
      fingerprint: fingerprint ?? seen.fingerprint,
      after_unresolved: after.after_unresolved ?? (isSettled ? null : seen.after_unresolved),
      after_sent: after.after_sent ?? seen.after_sent,
      revision: next.revision,
      // A proof, and an approval, is of the recipient that was shown, too.
      ...(isOtherRecipient(seen, fingerprint)
        ? { proven_revision: null, approved_revision: null }
        : { proven_revision: next.proven_revision, approved_revision }),
    },
    now,
  );
}

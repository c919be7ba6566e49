import { type OrderDays, occurrenceOf } from '../../contract/api/order-days.ts';
import { isOpenOrder } from '../../contract/api/order-states.ts';
import {
  maxWaitingOrders,
  type ReplaceDayRequest,
  type RescheduleRequest,
  type ScheduleRequest,
} from '../../contract/api/scheduled-order.ts';
import { storedLine } from '../../contract/api/transfer-notes.ts';
import { isForgotten } from '../ledger/keep/retention.ts';
import { addOrder, findOrder, type OrderRow, openOrders } from '../ledger/orders/orders.ts';
import { hasSend } from '../ledger/orders/releases.ts';
import {
  daysOf,
  dueAt,
  isScheduled,
  leaveOut,
  pauseOrder,
  rescheduleOrder,
  skipOccurrence,
  unpauseOrder,
  upcoming,
} from '../ledger/orders/schedule.ts';
import { lockUser } from '../ledger/people/users.ts';
import { findSend, guardScopeOf } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { knownZone } from '../lib/known-zone.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { requireNotHeld } from '../sends/latest-records.ts';
import { requireMaySend, requireNotArchived, type Sender } from '../sends/send-checks.ts';
import { bodyHash, writeQuote } from '../sends/send-row.ts';
import { needsStepUp, requireStepUp } from '../sends/step-up.ts';
import { isAboveAlone } from '../sends/sum-rules.ts';
import {
  type AskedDays,
  type CheckedDays,
  checkScheduled,
  goesOn,
  invalid,
  readDays,
  unknownZone,
} from './check-scheduled.ts';
import { judgeOrder } from './judge-order.ts';
import type { OrderDeps } from './make-order.ts';
import { tellMissed } from './missed.ts';
import { requestOfOrder } from './order-row.ts';

// Orders that are sent on days: made, changed, paused. Nothing here posts; `releaseOrder` does when they are due.

/** Who changes which order, and the revision that they saw. */
export type Change = { id: string; revision: number; user_id: string };

/**
 * Makes an order that is sent on days of the calendar. A known id is answered with its order, if that is the same.
 * @param session_hash of the session that the request came with, in which a proof must have been given
 * @throws ProblemError key-reused, invalid-fields, account-not-found, recipient-archived, recipient-changed,
 *   wallet-address-missing, amount-too-small, step-up-required, step-up-refused, not-signed-in, forbidden, ledger-held,
 *   service-refused; ServiceError
 */
export async function scheduleOrder(
  deps: OrderDeps,
  user_id: string,
  request: ScheduleRequest,
  session_hash: string | null,
): Promise<OrderRow> {
  const sender = senderOf(deps, user_id, request, session_hash);
  const before = await findOrder(deps.db, sender.key);
  if (before) return requireSame(before, sender, request);
  const checked = await checkScheduled(deps, sender, request);
  const row = await inTransaction(deps, user_id, (tx, now) =>
    insert(tx, deps, { sender, request, checked }, now),
  );
  return written(deps, row);
}

/**
 * Changes all of an order from its next day on. With the kind and the first day that it has, its days go on to be
 * counted from there: the 31st stays the 31st though the next one is in February. A day that is due and not sent yet is
 * sent then, on the new terms, and held first as a new transfer is.
 * @throws ProblemError as `scheduleOrder`; not-found, order-changed
 */
export async function changeScheduled(
  deps: OrderDeps,
  change: Change,
  request: RescheduleRequest,
  session_hash: string | null,
): Promise<OrderRow> {
  const seen = await ownScheduled(deps.db, change);
  const sender = senderOf(deps, change.user_id, { ...request, id: seen.id }, session_hash);
  const checked = await checkScheduled(deps, sender, request, seen);
  const row = await inTransaction(deps, change.user_id, async (tx, now) => {
    const columns = columnsOf(sender, request, checked.days);
    const proven_revision = needsStepUp(deps.stepUpAbove, request) ? seen.revision + 1 : null;
    const { first, release_at, left } = checked;
    const { number: occurrence } = first;
    const { first_occurrence } = seen;
    const isOn = goesOn(seen, request);
    const numbers = isOn && { first_occurrence, occurrence };
    const whole = { ...columns, ...numbers, release_at, proven_revision };
    const changed = await rescheduleOrder(tx, seen, whole, isOn, timestamp(now));
    if (!changed) throw new ProblemError('order-changed');
    for (const { number } of left.skipped)
      await leaveOut(tx, seen, number, 'skipped', timestamp(now));
    for (const { number } of left.missed)
      await leaveOut(tx, seen, number, 'missed', timestamp(now));
    // Of what is left out after a loss it is not known either whether it was sent.
    await tellMissed(tx, seen, [...left.skipped, ...left.missed], now);
    return requireStill(tx, deps, { sender, request, row: changed }, now);
  });
  return written(deps, row);
}

/**
 * Makes a transfer of its own in place of one day of an order.
 * @throws ProblemError as `scheduleOrder` and `skipDay`
 */
export async function replaceDay(
  deps: OrderDeps,
  change: Change,
  { day, instead: request }: ReplaceDayRequest,
  session_hash: string | null,
): Promise<{ row: OrderRow; instead: OrderRow }> {
  const sender = senderOf(deps, change.user_id, request, session_hash);
  const repeated = (db: LedgerDb) => replacedBefore(db, change, day, { sender, request });
  const before = await repeated(deps.db);
  if (before) return before;
  if (request.kind !== 'once') throw invalid('instead.kind', 'must be once');
  await ownScheduled(deps.db, change);
  const checked = await checkScheduled(deps, sender, request);
  const made = await inTransaction(deps, change.user_id, async (tx, now) => {
    // The first press may have been under way until now.
    const madeBefore = await repeated(tx);
    if (madeBefore) return madeBefore;
    const row = await skip(tx, deps, { ...change, day }, now);
    return { row, instead: await insert(tx, deps, { sender, request, checked }, now) };
  });
  written(deps, made.row);
  written(deps, made.instead);
  return made;
}

/** What a repeated press after a lost answer did; null if it is none. @throws ProblemError key-reused, not-found */
async function replacedBefore(
  db: LedgerDb,
  change: Change,
  day: string,
  { sender, request }: Pick<Making, 'sender' | 'request'>,
): Promise<{ row: OrderRow; instead: OrderRow } | null> {
  const made = await findOrder(db, sender.key);
  if (!made) return null;
  const row = await ownScheduled(db, { ...change, revision: null });
  const instead = requireSame(made, sender, request);
  if (!(await isSkipped(db, row, day))) throw new ProblemError('key-reused');
  return { row, instead };
}

/**
 * Leaves one day of an order out. A repeated press after a lost answer skips no second one.
 * @throws ProblemError not-found, invalid-fields, order-changed, ledger-held
 */
export async function skipDay(deps: OrderDeps, change: Change, day: string): Promise<OrderRow> {
  const row = await inTransaction(deps, change.user_id, async (tx, now) => {
    const found = await ownScheduled(tx, { ...change, revision: null });
    const isRepeated = found.revision === change.revision + 1 && (await isSkipped(tx, found, day));
    return isRepeated ? found : skip(tx, deps, { ...change, day }, now);
  });
  return written(deps, row);
}

/**
 * Pauses an order, or lets it go on with its next day from then. A repeated press after a lost answer finds it so.
 * @throws ProblemError not-found, invalid-fields, order-changed, ledger-held
 */
export async function pauseScheduled(
  deps: OrderDeps,
  change: Change,
  isPaused: boolean,
): Promise<OrderRow> {
  const row = await inTransaction(deps, change.user_id, async (tx, now) => {
    const found = await ownScheduled(tx, { ...change, revision: null });
    const isAlready = found.state === 'waiting' && (found.waits_for === 'person') === isPaused;
    if (isAlready && found.revision === change.revision + 1) return found;
    const seen = await ownScheduled(tx, change);
    if (seen.kind === 'once') throw invalid('paused', 'is for orders that repeat');
    const at = timestamp(now);
    if (isAlready) return seen;
    const changed = isPaused ? await pauseOrder(tx, seen, at) : await goOn(tx, seen, now);
    if (!changed) throw new ProblemError('order-changed');
    return isPaused ? changed : judgeOrder(tx, deps, changed, now);
  });
  return written(deps, row);
}

async function goOn(tx: LedgerDb, row: OrderRow, now: number): Promise<OrderRow | null> {
  if (row.state !== 'waiting') return null;
  const days = await countable(tx, row);
  const [next] = days ? upcoming(row, days, now, 1) : [];
  if (!next) throw invalid('paused', 'has no day that is left');
  return unpauseOrder(tx, row, dueAt(next), timestamp(now));
}

/**
 * The days of an order.
 * @throws ProblemError invalid-fields if its zone is unknown to this runtime
 */
async function countable(tx: LedgerDb, row: OrderRow): Promise<OrderDays | undefined> {
  const days = (await daysOf(tx, [row])).get(row.id);
  if (days && knownZone(days.zone) === undefined) throw unknownZone();
  return days;
}

async function skip(
  tx: LedgerDb,
  { sumRules }: Pick<OrderDeps, 'sumRules'>,
  { day, ...change }: Change & { day: string },
  now: number,
): Promise<OrderRow> {
  const row = await ownScheduled(tx, change);
  const days = await countable(tx, row);
  const left = days ? upcoming(row, days, now, maxSkippedAhead + 1) : [];
  const index = left.findIndex((one) => one.day === day);
  const [found, next] = [left[index], left[index + 1]];
  if (row.kind === 'once' || !found) throw invalid('day', 'is no day of this order');
  const { source_amount_currency, source_amount_cents: cents } = requestOfOrder(row);
  const asksAlone = !isAboveAlone(sumRules, { source_amount_currency, cents });
  const at = { number: found.number, next: next ? dueAt(next) : null };
  const skipped = { ...at, asksAlone, by: row.user_id };
  const changed = await skipOccurrence(tx, row, skipped, timestamp(now));
  if (!changed) throw new ProblemError('order-changed');
  return changed;
}

async function isSkipped(db: LedgerDb, row: OrderRow, day: string): Promise<boolean> {
  const days = await countable(db, row);
  const numbers = days?.skipped ?? [];
  return numbers.some((number) => days && occurrenceOf(days, number)?.day === day);
}

/** A day further ahead is skipped when it is nearer. */
const maxSkippedAhead = 60;

/**
 * The order with days of a person's own, as they saw it.
 * @throws ProblemError not-found, order-changed
 */
async function ownScheduled(
  db: LedgerDb,
  { id, revision, user_id }: Omit<Change, 'revision'> & { revision: number | null },
): Promise<OrderRow> {
  const row = await findOrder(db, id);
  if (row?.user_id !== user_id || !isScheduled(row)) throw notFound();
  if (revision === null) return row;
  // One that has its send ends with it, and is not what its person sees.
  if (row.revision !== revision || (await hasSend(db, row)))
    throw new ProblemError('order-changed');
  return row;
}

const senderOf = (
  { sendersSee }: Pick<OrderDeps, 'sendersSee'>,
  user_id: string,
  request: ScheduleRequest,
  session_hash: string | null,
): Sender => ({
  ...{ user_id, session_hash, key: request.id.toLowerCase() },
  ...{ guard_scope: guardScopeOf(sendersSee, user_id), body_hash: bodyHash(request) },
});

/**
 * Answers a known id with its order, if that is what is asked for. One that was changed since is compared by what is
 * sent alone: its days may be others by now. One that has ended without that is no answer: nothing of it is sent.
 * @throws ProblemError key-reused
 */
function requireSame(row: OrderRow, sender: Sender, request: ScheduleRequest): OrderRow {
  const { user_id, body_hash } = sender;
  const isTheirs = row.user_id === user_id && row.body_hash === body_hash;
  if (!isTheirs || row.kind !== request.kind) throw new ProblemError('key-reused');
  const isOpen = isOpenOrder(row.state);
  if (!isOpen && row.state !== 'released') throw new ProblemError('key-reused');
  if (isOpen && row.revision > 1) return row;
  const asked = columnsOf(sender, request, readDays(request));
  // Another version of Node.js may have another name for the zone.
  const kept = { ...row, zone: knownZone(row.zone) ?? row.zone };
  if (decided.some((column) => kept[column] !== asked[column])) {
    throw new ProblemError('key-reused');
  }
  return row;
}

/** What a repeated request has as it was, besides what is sent. */
const decided = [
  'first_day',
  'time',
  'zone',
  'ends_on',
  'ends_after',
  'floor',
  'fingerprint',
] as const;

/** The columns that a person decides on. */
function columnsOf({ guard_scope, body_hash }: Sender, request: AskedDays, days: OrderDays) {
  const { destination_account_id, source_amount_currency, destination_amount_currency } = request;
  return {
    ...{ guard_scope, body_hash, destination_account_id },
    ...{ source_amount_currency, destination_amount_currency },
    fingerprint: request.destination_account_fingerprint,
    source_amount_cents: request.source_amount_cents.toString(),
    quote: writeQuote(request),
    floor: request.floor?.toString() ?? null,
    note: storedLine(request.note),
    reference: storedLine(request.reference),
    ...{ kind: days.kind, first_day: days.first_day, time: days.time, zone: days.zone },
    ...{ ends_on: days.ends_on ?? null, ends_after: days.ends_after ?? null },
  };
}

type Making = { sender: Sender; request: ScheduleRequest; checked: CheckedDays };

/** Inserts first, so that a known id is seen whoever else writes it, and checks then. */
async function insert(
  tx: LedgerDb,
  deps: OrderDeps,
  { sender, request, checked: { days, first } }: Making,
  now: number,
): Promise<OrderRow> {
  const { key: id, user_id } = sender;
  const proven_revision = needsStepUp(deps.stepUpAbove, request) ? 1 : null;
  const columns = { ...columnsOf(sender, request, days), ...dueAt(first), proven_revision };
  const order = { id, user_id, ...columns, waits_for: 'time' as const };
  const row = await addOrder(tx, order, timestamp(now));
  if (!row) {
    const same = await findOrder(tx, id);
    if (!same) throw new ProblemError('order-changed');
    return requireSame(same, sender, request);
  }
  if (await findSend(tx, id)) throw new ProblemError('key-reused');
  if (await isForgotten(tx, id)) throw new ProblemError('send-forgotten', { send_key: id });
  const open = await openOrders(tx, user_id, { limit: maxWaitingOrders + 1 });
  if (open.length > maxWaitingOrders) {
    throw invalid('id', `you have ${maxWaitingOrders} orders`);
  }
  return requireStill(tx, deps, { sender, request, row }, now);
}

type Written = { sender: Sender; request: AskedDays; row: OrderRow };

/**
 * What may have changed since `check`; last of all the proof is used up, so that it is of exactly this row.
 * @returns the row, which waits for a second person if it needs one
 */
async function requireStill(
  tx: LedgerDb,
  deps: OrderDeps,
  { sender, request, row }: Written,
  now: number,
): Promise<OrderRow> {
  if (deps.storeClock.differs()) throw new ProblemError('clock-differs');
  await requireMaySend(tx, sender);
  await requireNotArchived(tx, request.destination_account_id);
  const { session_hash } = sender;
  const asked = { ...row, key: row.id };
  const given = { ...request, session_hash, terms: request };
  const judged = await judgeOrder(tx, deps, row, now);
  await requireStepUp(tx, deps.stepUpAbove, asked, given, now);
  return judged;
}

/** Keeps in mind what was written, in case the store loses it, and lets the worker look when it is due. */
function written({ onDue, records }: Pick<OrderDeps, 'onDue' | 'records'>, row: OrderRow) {
  records.rememberOrder(row);
  if (row.release_at !== null) onDue(row.release_at);
  return row;
}

/**
 * @param work gets the store's time in milliseconds since 1970
 * @throws ProblemError ledger-held
 */
async function inTransaction<Result>(
  deps: Pick<OrderDeps, 'db' | 'storeClock' | 'records'>,
  user_id: string,
  work: (tx: LedgerDb, now: number) => Promise<Result>,
): Promise<Result> {
  const { db, storeClock } = deps;
  // One that is on hold may have forgotten what was sent.
  await requireNotHeld(deps);
  // Each statement must see what was committed before it, whatever isolation the store defaults to.
  const transaction = db.transaction().setIsolationLevel('read committed');
  return transaction.execute(async (tx) => {
    // One change of a person's orders at a time, and none beside a send of theirs that is being written.
    await lockUser(tx, user_id);
    await requireNotHeld(deps, tx);
    return work(tx, await storeClock.now(tx));
  });
}

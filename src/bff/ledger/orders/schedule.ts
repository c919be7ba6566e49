import { sql } from 'kysely';
import { maxHoldSeconds } from '../../../contract/api/order.ts';
import {
  dueOf,
  nextDates,
  nextOccurrence,
  type Occurrence,
  type OrderDays,
  occurrenceOf,
} from '../../../contract/api/order-days.ts';
import { missedAfterMs } from '../../../contract/api/order-states.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb } from '../store/schema.ts';
import { changeOrder, nextRevision, type OrderRow, releaseKey, saidOfNone } from './orders.ts';
import { goOnWith, type NextOccurrence } from './releases.ts';

// Orders with days. `release_at` follows from the days, and is written only to find what is due: the rules of a zone
// may change until then.

/** The orders whose days are counted: all but held ones. */
type Scheduled = OrderRow & Pick<OrderDays, 'kind' | 'first_day' | 'time' | 'zone'>;

/** True for an order that is sent on days. */
export function isScheduled(row: OrderRow): row is Scheduled {
  return row.kind !== 'held' && row.first_day !== null && row.time !== null && row.zone !== null;
}

/** The days of orders, by their ids, without those that are skipped; held ones have none. */
export async function daysOf(
  db: LedgerDb,
  rows: readonly OrderRow[],
): Promise<Map<string, OrderDays>> {
  const scheduled = rows.filter(isScheduled);
  if (scheduled.length === 0) return new Map();
  const ids = scheduled.map(({ id }) => id);
  const left = await db
    .selectFrom('order_releases')
    .select(['order_id', 'occurrence'])
    .where(isAmong(db, sql.ref('order_id'), ids))
    .where('state', '=', 'skipped')
    .execute();
  return new Map(
    scheduled.map((row) => {
      const skipped = left.filter(({ order_id }) => order_id === row.id);
      return [row.id, { ...row, skipped: skipped.map(({ occurrence }) => occurrence) }];
    }),
  );
}

/** What the ledger keeps of an occurrence. */
export const dueAt = ({ number, at }: Occurrence): NextOccurrence => ({
  occurrence: number,
  release_at: timestamp(at),
});

/** The occurrence behind the one that an order waits for; null if it is the last one, as of a held one. */
export async function nextOf(db: LedgerDb, row: OrderRow): Promise<NextOccurrence | null> {
  const days = (await daysOf(db, [row])).get(row.id);
  const next = days ? nextOccurrence(days, row.occurrence) : null;
  return next && dueAt(next);
}

/**
 * The occurrences of an order from the one on that it waits for, if it went on at an instant.
 * @param now milliseconds since 1970
 */
export function upcoming(row: OrderRow, days: OrderDays, now: number, count: number): Occurrence[] {
  const isPaused = row.state === 'waiting' && row.waits_for === 'person';
  if (isPaused) return nextDates(days, now + 1, count, row.occurrence);
  const found: Occurrence[] = [];
  let next = nextOccurrence(days, row.occurrence - 1);
  while (next && found.length < count) {
    found.push(next);
    next = nextOccurrence(days, next.number);
  }
  return found;
}

/** The days to come that are skipped. */
export function skippedAhead(row: OrderRow, days: OrderDays): string[] {
  const ahead = (days.skipped ?? []).filter((number) => number > row.occurrence);
  return ahead.flatMap((number) => occurrenceOf(days, number)?.day ?? []).sort();
}

/** It may have been sent or stopped before a loss: it goes on when its person has said so. */
const isAskedAfterLoss = ({ state, reason }: OrderRow) =>
  state === 'needs_you' && reason === 'restored';

/** Its person has sent it on to a recipient that had changed, and it is held for that beyond its time. */
function isHeldOn({ occurrence, release_at, resumed_at }: OrderRow, next: Occurrence | null) {
  if (release_at === null || resumed_at === null || next?.number !== occurrence) return false;
  const [at, resumed] = [Date.parse(release_at), Date.parse(resumed_at)];
  return at > next.at && at > resumed && at <= resumed + maxHoldSeconds * 1_000;
}

const isMissedAt = (at: string, now: number) => now - Date.parse(at) >= missedAfterMs;

/**
 * Passes over what an order has missed, and makes it wait for the next occurrence; also for the one that it waited for,
 * if that is later by the rules that its zone has now. An order without a next one has ended.
 * @param now milliseconds since 1970, by the store's clock
 * @returns the order as it is then, and what it missed; null if it is not as it was seen
 */
export async function passMissed(
  tx: LedgerDb,
  row: OrderRow,
  now: number,
): Promise<{ row: OrderRow; missed: Occurrence[] } | null> {
  if (isAskedAfterLoss(row)) return { row, missed: [] };
  const days = (await daysOf(tx, [row])).get(row.id);
  if (!days) return { row, missed: [] };
  const { missed, next, isDue } = dueOf(days, row.occurrence, now);
  const isAsWritten = next !== null && timestamp(next.at) === row.release_at;
  // One that is due may have been put off, to be tried again.
  const isOn = isDue || isAsWritten || isHeldOn(row, next);
  if (missed.length === 0 && isOn) return { row, missed };
  // Its person answered when it was late: from then on it has a day again.
  if (missed.length > 0 && row.release_at !== null && !isMissedAt(row.release_at, now)) {
    return { row, missed: [] };
  }
  const isOther = next?.number !== row.occurrence;
  const again = next && ({ state: 'waiting', reason: null, ...dueAt(next) } as const);
  const on = next && isOther ? await goOnWith(tx, row, dueAt(next)) : again;
  const change = on ?? ({ state: 'expired', reason: 'missed', release_at: null } as const);
  const at = timestamp(now);
  const from = ['waiting', 'releasing', 'needs_you'] as const;
  const changed = await changeOrder(tx, row, from, { ...change, ...nextRevision(row) }, at);
  if (!changed) return null;
  for (const { number } of missed) await leaveOut(tx, row, number, 'missed', at);
  return { row: changed, missed };
}

const paused = {
  state: 'waiting',
  waits_for: 'person',
  reason: null,
  release_at: null,
  // Put to approval again when it goes on and is due.
  expires_at: null,
} as const;

type Skipped = { number: number; next: NextOccurrence | null; asksAlone?: boolean; by: string };

/**
 * Leaves one occurrence of an order out. One that asks after a loss asks about the next one too, if that may have been
 * sent as well.
 * @param next the first one that is left; null ends the order
 * @param asksAlone whether an approval that it waits for was asked for this one alone: the next is judged on its day
 * @param by the id of the person
 * @param now ISO 8601
 * @returns null, without a change, if it is not as it was seen
 */
export async function skipOccurrence(
  tx: LedgerDb,
  row: OrderRow,
  { number, next, asksAlone = false, by }: Skipped,
  now: string,
): Promise<OrderRow | null> {
  // Another one than the next leaves that as it is, and with it what it may ask.
  const isNext = number === row.occurrence;
  const on = next && (await goOnWith(tx, row, next));
  // A paused one has days, and no time.
  const stays = row.waits_for === 'person' && paused;
  const judgedAnew =
    row.waits_for === 'approval' && asksAlone && ({ waits_for: 'time', expires_at: null } as const);
  const end = { state: 'stopped', reason: 'skipped', release_at: null, ended_by: by } as const;
  // One that is tried again has its reason, and would not be seen as the new revision that it is: see `newestOrders`.
  const rest = row.state === 'waiting' ? { reason: null } : {};
  const change = !isNext ? rest : next ? { ...judgedAnew, ...on, ...stays } : end;
  const from = ['waiting', 'needs_you'] as const;
  const changed = await changeOrder(tx, row, from, { ...change, ...nextRevision(row) }, now);
  if (changed) await leaveOut(tx, row, number, 'skipped', now);
  return changed;
}

/**
 * Pauses an order: nothing of it is sent until its person lets it go on.
 * @param now ISO 8601
 * @returns null, without a change, if it is not as it was seen
 */
export function pauseOrder(tx: LedgerDb, row: OrderRow, now: string): Promise<OrderRow | null> {
  // It may go on with another day.
  const change = { ...paused, ...saidOfNone, ...nextRevision(row) };
  return changeOrder(tx, row, ['waiting', 'needs_you'], change, now);
}

/** Lets a paused order go on with an occurrence. @returns null, without a change, if it is not as it was seen */
export function unpauseOrder(
  tx: LedgerDb,
  row: OrderRow,
  next: NextOccurrence,
  now: string,
): Promise<OrderRow | null> {
  const change = { waits_for: 'time', ...next, ...nextRevision(row) } as const;
  return changeOrder(tx, row, ['waiting'], change, now);
}

type Rescheduled = Partial<Omit<OrderRow, 'id' | 'user_id' | 'created_at' | 'updated_at'>> &
  Pick<OrderRow, 'proven_revision'>;

/**
 * Changes all of an order from the occurrence on that it waits for, which is then on its new first day unless the
 * change has other numbers. They go on, because the keys of releases follow from them.
 * @param change with the revision that a proof was given for, which is the next one
 * @param goesOn whether the days are counted as before: then what was skipped ahead stays so, and a transfer that was
 *   made in its place is no second one; else it is of the old days and goes
 * @param now ISO 8601
 * @returns null, without a change, if it is not as it was seen
 */
export async function rescheduleOrder(
  tx: LedgerDb,
  row: OrderRow,
  change: Rescheduled,
  goesOn: boolean,
  now: string,
): Promise<OrderRow | null> {
  const anew = { state: 'waiting', waits_for: 'time', reason: null, expires_at: null } as const;
  const whole = {
    ...{ first_occurrence: row.occurrence, occurrence: row.occurrence },
    ...{ ...change, ...anew, revision: row.revision + 1 },
    ...{ ...saidOfNone, proven_occurrence: null, approved_occurrence: null },
  };
  const changed = await changeOrder(tx, row, ['waiting', 'needs_you'], whole, now);
  if (!changed || goesOn) return changed;
  await tx
    .deleteFrom('order_releases')
    .where('order_id', '=', row.id)
    .where('occurrence', '>=', row.occurrence)
    .where('state', '=', 'skipped')
    .execute();
  return changed;
}

/** The most orders that are read at once, of what has no end. */
const partSize = 200;

/**
 * The orders with days that wait for their time, in parts: after a start the rules of a zone may be others.
 * @param after the id of the last one of the part before; '' for the first part
 */
export function waitingScheduled(db: LedgerDb, after: string): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('waits_for', '=', 'time')
    .where('kind', '<>', 'held')
    .where('id', '>', after)
    .orderBy('id')
    .limit(partSize)
    .execute();
}

/**
 * The orders with days that ask their person, and were due before a time, in parts: they go on without an answer. Those
 * that ask after a loss do not.
 * @param before ISO 8601
 * @param after as of `waitingScheduled`
 */
export function unansweredScheduled(
  db: LedgerDb,
  before: string,
  after: string,
): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('state', '=', 'needs_you')
    .where('kind', '<>', 'held')
    .where('release_at', '<=', before)
    .where((eb) => eb.or([eb('reason', 'is', null), eb('reason', '<>', 'restored')]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(partSize)
    .execute();
}

/** Keeps that an occurrence is not sent. @param at ISO 8601 */
export async function leaveOut(
  tx: LedgerDb,
  { id: order_id, user_id }: OrderRow,
  occurrence: number,
  state: 'skipped' | 'missed',
  at: string,
) {
  const key = releaseKey(order_id, occurrence);
  await tx
    .insertInto('order_releases')
    .values({ order_id, user_id, occurrence, key, state, reason: null, at })
    .onConflict((oc) =>
      oc.columns(['order_id', 'occurrence']).doUpdateSet({ state, reason: null, at }),
    )
    .execute();
}

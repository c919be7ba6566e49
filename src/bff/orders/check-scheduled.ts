import {
  dueOf,
  keepsDue,
  nextDates,
  nextOccurrence,
  type Occurrence,
  type OrderDays,
  occurrenceOf,
} from '../../contract/api/order-days.ts';
import { maxDaysAhead, type ScheduleRequest } from '../../contract/api/scheduled-order.ts';
import { dayMs } from '../../contract/api/zone-time.ts';
import { isCalendarDay } from '../../contract/birthdate.ts';
import type { OrderRow } from '../ledger/orders/orders.ts';
import { daysOf } from '../ledger/orders/schedule.ts';
import { knownZone } from '../lib/known-zone.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { requireNotHeld } from '../sends/latest-records.ts';
import { requireRecipient } from '../sends/recipient-check.ts';
import { requireUsable, type Sender } from '../sends/send-checks.ts';
import { type OrderDeps, personHoldSeconds } from './make-order.ts';

export type AskedDays = Omit<ScheduleRequest, 'id'>;

/** What a field of the request is refused for. */
export const invalid = (field: string, message: string) =>
  new ProblemError('invalid-fields', { errors: { [field]: [message] } });

export const unknownZone = () => invalid('days.zone', 'is no time zone that Giro knows');

export type CheckedDays = {
  days: OrderDays;
  first: Occurrence;
  /** When that is released (ISO 8601). */
  release_at: string;
  /** The days before it that are not sent any more, by what they are left out as. */
  left: Left;
};

type Left = { missed: Occurrence[]; skipped: Occurrence[] };

/** Whether the days of a changed order are counted from the day that they were counted from before. */
export const goesOn = ({ kind, first_day }: OrderRow, request: AskedDays) =>
  kind !== 'once' && kind === request.kind && first_day === request.days.first_day;

/**
 * What is refused before anything is written. An identical send that is open, or was just sent, is in nobody's way: it
 * is asked for at the release.
 * @param seen the order that is changed
 * @throws ProblemError invalid-fields, ledger-held, account-not-found, recipient-archived, recipient-changed,
 *   wallet-address-missing, amount-too-small, service-refused; ServiceError
 */
export async function checkScheduled(
  deps: OrderDeps,
  sender: Sender,
  request: AskedDays,
  seen?: OrderRow,
): Promise<CheckedDays> {
  const days = readDays(request);
  const now = await deps.storeClock.now();
  if (Date.parse(days.first_day) > now + maxDaysAhead * dayMs) {
    throw invalid('days.first_day', `is more than ${maxDaysAhead} days ahead`);
  }
  const onward = seen && goesOn(seen, request) ? await onwardFrom(deps, seen, days, now) : null;
  const first = onward ? onward.first : occurrenceOf(days, 1);
  if (!first) {
    const field = typeof days.ends_on === 'string' ? 'ends_on' : 'ends_after';
    throw invalid(`days.${field}`, 'is before the first day');
  }
  const isDue = onward !== null && first.at <= now;
  if (first.at <= now && !isDue) throw invalid('days.first_day', 'is in the past');
  const seconds = await personHoldSeconds(deps, sender.user_id, sender, request);
  const heldUntil = now + seconds * 1_000;
  if (first.at < heldUntil && !isDue) {
    throw invalid('days.first_day', `is too soon: such a transfer is held for ${seconds} s`);
  }
  await requireNotHeld(deps);
  await requireUsable(deps, sender, request);
  await requireRecipient(deps, request);
  // As one that its person sends on: late from then on.
  const release_at = timestamp(isDue ? Math.max(first.at, heldUntil) : first.at);
  return { days, first, release_at, left: onward?.left ?? { missed: [], skipped: [] } };
}

/**
 * The next one of an order whose days go on, with its numbers and without those that are skipped. One that is due stays
 * due, as it was not sent yet; after a loss it may have been, so only days to come are sent then. A paused one goes on
 * with a day to come, too.
 */
async function onwardFrom({ db }: OrderDeps, seen: OrderRow, days: OrderDays, now: number) {
  const before = (await daysOf(db, [seen])).get(seen.id);
  const all = { ...before, ...days };
  const left: Left = { missed: [], skipped: [] };
  if (keepsDue(seen)) {
    const { missed, next } = dueOf(all, seen.occurrence, now);
    return { first: next, left: { ...left, missed } };
  }
  const [first = null] = nextDates(all, now + 1, 1, seen.occurrence);
  if (seen.waits_for !== 'person') {
    let one = nextOccurrence(all, seen.occurrence - 1);
    while (one && one.at <= now) {
      left.skipped.push(one);
      one = nextOccurrence(all, one.number);
    }
  }
  return { first, left };
}

/**
 * Reads the days of a request.
 * @throws ProblemError invalid-fields
 */
export function readDays({ kind, days }: AskedDays): OrderDays {
  const { first_day, time } = days;
  const zone = knownZone(days.zone);
  if (zone === undefined) throw unknownZone();
  if (!isCalendarDay(first_day)) throw invalid('days.first_day', 'is no day of the calendar');
  const ends_on = days.ends_on ?? null;
  if (ends_on !== null && !isCalendarDay(ends_on)) {
    throw invalid('days.ends_on', 'is no day of the calendar');
  }
  const ends = { ends_on, ends_after: days.ends_after ?? null };
  return { kind, first_day, time, zone, ...(kind !== 'once' && ends) };
}

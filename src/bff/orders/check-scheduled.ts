import {
  nextDates,
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
import { requireNotHeld } from '../sends/latest-records.ts';
import { requireRecipient } from '../sends/recipient-check.ts';
import { requireUsable, type Sender } from '../sends/send-checks.ts';
import { type OrderDeps, personHoldSeconds } from './make-order.ts';

export type AskedDays = Omit<ScheduleRequest, 'id'>;

/** What a field of the request is refused for. */
export const invalid = (field: string, message: string) =>
  new ProblemError('invalid-fields', { errors: { [field]: [message] } });

export const unknownZone = () => invalid('days.zone', 'is no time zone that Giro knows');

export type CheckedDays = { days: OrderDays; first: Occurrence };

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
  const first =
    seen && goesOn(seen, request)
      ? await firstOnward(deps, seen, days, now)
      : occurrenceOf(days, 1);
  if (!first) {
    const field = typeof days.ends_on === 'string' ? 'ends_on' : 'ends_after';
    throw invalid(`days.${field}`, 'is before the first day');
  }
  if (first.at <= now) throw invalid('days.first_day', 'is in the past');
  const seconds = await personHoldSeconds(deps, sender.user_id, sender, request);
  if (first.at < now + seconds * 1_000) {
    throw invalid('days.first_day', `is too soon: such a transfer is held for ${seconds} s`);
  }
  await requireNotHeld(deps);
  await requireUsable(deps, sender, request);
  await requireRecipient(deps, request);
  return { days, first };
}

/** The next one of an order whose days go on, with its numbers and without those that are skipped. */
async function firstOnward({ db }: OrderDeps, seen: OrderRow, days: OrderDays, now: number) {
  const before = (await daysOf(db, [seen])).get(seen.id);
  const [next] = nextDates({ ...before, ...days }, now + 1, 1, seen.occurrence);
  return next ?? null;
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

import { missedAfterMs } from './order-states.ts';
import {
  type ClockCase,
  dayMs,
  instantOf,
  type WallTime,
  wallClockIn,
  wallMs,
  wallTimeOf,
} from './zone-time.ts';

// The days of an order, counted alike by the browser that shows them and by the server that sends on them. An order
// keeps days and times of day, never instants: a zone may change its rules before the day comes.

export type OrderDays = {
  kind: 'once' | 'weekly' | 'monthly';
  /** YYYY-MM-DD. Later days are counted from it, so that a short month leaves no trace. */
  first_day: string;
  /** HH:MM. */
  time: string;
  /** IANA name of the maker's time zone. */
  zone: string;
  /** The last day, which still counts. */
  ends_on?: string | null | undefined;
  /** How many occurrences there are from the first day on, skipped ones included. */
  ends_after?: number | null | undefined;
  /** The number of the occurrence on the first day, if not 1: earlier ones were on other days. */
  first_occurrence?: number;
  /** The numbers of the occurrences that are not to be sent. */
  skipped?: readonly number[];
};

export type Occurrence = {
  /** Its place among the order's days, from 1. Skipping leaves the numbers of the others as they are. */
  number: number;
  /** The day by the order's rule. */
  day: string;
  /** Milliseconds since 1970. */
  at: number;
  /** What the wall clock shows then: another time, or day, than the rule's if clocks leave that out. */
  shown: WallTime;
  clock: ClockCase;
  /** The month has no such day, so it is its last one. */
  isLastDay: boolean;
};

const weekMs = 7 * dayMs;

/**
 * An occurrence of an order, a skipped one too.
 * @param number not less than the order's first one
 * @returns null if the order ends before it
 */
export function occurrenceOf(order: OrderDays, number: number): Occurrence | null {
  return occurrencesIn(order)(number);
}

/**
 * The first occurrence behind another one that is not skipped.
 * @param after the number of an occurrence, or 0 for the first of all
 * @returns null if there is none
 */
export function nextOccurrence(order: OrderDays, after: number): Occurrence | null {
  return unskippedIn(order)(Math.max(after + 1, firstOf(order)));
}

/**
 * The next occurrences that are not skipped, the first ones at or behind an instant.
 * @param from milliseconds since 1970
 * @param least no occurrence with a lower number
 * @returns fewer than `count` if the order ends
 */
export function nextDates(order: OrderDays, from: number, count: number, least = 0): Occurrence[] {
  const found: Occurrence[] = [];
  const unskipped = unskippedIn(order);
  let next = unskipped(numberBefore(order, from));
  while (next && found.length < count) {
    if (next.at >= from && next.number >= least) found.push(next);
    next = unskipped(next.number + 1);
  }
  return found;
}

/**
 * What is due of an order at an instant. What is less than 24 hours late is released: one occurrence at a time, because
 * the next one is asked for after that. What is later than that is missed, and never made up.
 * @param number of the first occurrence that is neither released nor missed yet
 * @param now milliseconds since 1970
 */
export function dueOf(
  order: OrderDays,
  number: number,
  now: number,
): { missed: Occurrence[]; next: Occurrence | null; isDue: boolean } {
  const missed: Occurrence[] = [];
  const unskipped = unskippedIn(order);
  let next = unskipped(number);
  while (next && now - next.at >= missedAfterMs) {
    missed.push(next);
    next = unskipped(next.number + 1);
  }
  return { missed, next, isDue: next !== null && next.at <= now };
}

/**
 * Whether an order that is changed keeps a day that is due by then and not sent yet. One that is in doubt since a loss
 * may have been sent, and a paused one has days to come alone.
 */
export const keepsDue = ({ waits_for, unsure_since }: Pausable) =>
  waits_for !== 'person' && (unsure_since ?? null) === null;

type Pausable = { waits_for: string; unsure_since?: string | null | undefined };

/** Finds the first occurrence from a number on that is not skipped. */
function unskippedIn(order: OrderDays): (number: number) => Occurrence | null {
  const occurrence = occurrencesIn(order);
  return (number) => {
    let found = occurrence(number);
    while (found && order.skipped?.includes(found.number)) found = occurrence(found.number + 1);
    return found;
  };
}

function occurrencesIn(order: OrderDays): (number: number) => Occurrence | null {
  const clock = wallClockIn(order.zone);
  return (number) => {
    const day = dayOf(order, number - firstOf(order));
    if (day === undefined || isBehindEnd(order, day, number)) return null;
    const isLastDay = order.kind === 'monthly' && !day.endsWith(order.first_day.slice(-2));
    return { number, day, isLastDay, ...instantOf({ day, time: order.time }, clock) };
  };
}

const firstOf = ({ first_occurrence }: OrderDays) => first_occurrence ?? 1;

function isBehindEnd(order: OrderDays, day: string, number: number): boolean {
  const { ends_on, ends_after } = order;
  if (typeof ends_on === 'string' && day > ends_on) return true;
  return typeof ends_after === 'number' && number >= firstOf(order) + ends_after;
}

/** The day so many occurrences behind the first one; undefined if the order, or the calendar, has none. */
function dayOf({ kind, first_day }: OrderDays, behind: number): string | undefined {
  const first = new Date(first_day);
  if (kind === 'once' && behind > 0) return undefined;
  const day =
    kind === 'monthly'
      ? sameDayOf(first, first.getUTCMonth() + behind)
      : first.getTime() + behind * weekMs;
  return day < maxDay ? wallTimeOf(day).day : undefined;
}

/** Instants are compared as texts: one of a year of five digits, in whatever zone, would come before all others. */
const maxDay = Date.UTC(9_999, 0, 1);

/** The day of another month, counted from January of the first day's year, or its last day. */
function sameDayOf(first: Date, month: number): number {
  const year = first.getUTCFullYear();
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(first.getUTCDate(), lastDay));
}

/** The number of an occurrence that is not behind an instant, and near it, so that years are not counted through. */
function numberBefore(order: OrderDays, from: number): number {
  const { kind, first_day, time, zone } = order;
  const first = wallMs({ day: first_day, time });
  const now = wallClockIn(zone)(from);
  if (kind === 'once' || now <= first) return firstOf(order);
  const months = (at: number) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth();
  const passed =
    kind === 'weekly' ? Math.floor((now - first) / weekMs) : months(now) - months(first);
  // One less, because clocks may have made its time, or its day, a later one.
  return firstOf(order) + Math.max(0, passed - 1);
}

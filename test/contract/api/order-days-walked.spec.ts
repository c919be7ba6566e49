import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextDates, type OrderDays } from '../../../src/contract/api/order-days.ts';
import { instantOf, wallClockIn, wallTimeOf } from '../../../src/contract/api/zone-time.ts';
import { atLength, someOf } from '../../support/at-length.ts';
import { seed } from '../../support/seed.ts';

// Compares with what somebody finds who looks at a clock each minute of a year, and at a calendar each day.

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const year = { from: Date.UTC(2023, 11, 30), to: Date.UTC(2025, 0, 2) };

type Seen = { at: number; clock: 'once' | 'left-out' | 'twice' };

/** What each minute of a wall clock is, by that minute in UTC; and the days on which clocks change. */
function walk(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: zone, dateStyle: 'short', timeStyle: 'short' },
  });
  const seen = new Map<number, Seen>();
  const changes: number[] = [];
  let before = Number.NaN;
  for (let at = year.from; at < year.to; at += minuteMs) {
    const wall = Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
    if (Math.abs(wall - before) !== minuteMs && !Number.isNaN(before)) changes.push(wall);
    for (let missing = before + minuteMs; missing < wall; missing += minuteMs) {
      seen.set(missing, { at: at + missing - before - minuteMs, clock: 'left-out' });
    }
    const earlier = seen.get(wall);
    seen.set(wall, earlier ? { at: earlier.at, clock: 'twice' } : { at, clock: 'once' });
    before = wall;
  }
  return { seen, changes };
}

/** The days of an order, found by looking at each day of the year. */
function daysOf({ kind, first_day, ends_on, ends_after, skipped }: OrderDays) {
  const days: { day: string; number: number; isLastDay: boolean }[] = [];
  const wanted = Number(first_day.slice(8));
  for (let time = Date.parse(first_day), count = 0; time < Date.UTC(2024, 11, 30); time += dayMs) {
    const day = new Date(time).toISOString().slice(0, 10);
    const isMonthsLast = new Date(time + dayMs).getUTCDate() === 1;
    const isLastDay = kind === 'monthly' && isMonthsLast && Number(day.slice(8)) < wanted;
    const isDay = {
      once: day === first_day,
      weekly: (time - Date.parse(first_day)) % (7 * dayMs) === 0,
      monthly: Number(day.slice(8)) === wanted || isLastDay,
    }[kind];
    if (isDay) days.push({ day, number: ++count, isLastDay });
  }
  return days.filter(({ day, number }) => {
    if (ends_on && day > ends_on) return false;
    if (ends_after && number > ends_after) return false;
    return !skipped?.includes(number);
  });
}

const day = fc
  .integer({ min: 0, max: 360 })
  .map((days) => new Date(Date.UTC(2024, 0, 1) + days * dayMs).toISOString().slice(0, 10));
// Clocks change at night.
const time = fc
  .oneof(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 0, max: 200 }))
  .map((minutes) => wallTimeOf(minutes * minuteMs).time);
const ends: fc.Arbitrary<Pick<OrderDays, 'ends_on' | 'ends_after'>> = fc.oneof(
  fc.constant({}),
  fc.record({ ends_on: day }),
  fc.record({ ends_after: fc.integer({ min: 1, max: 60 }) }),
);
const anyOrder = (zone: string): fc.Arbitrary<OrderDays> =>
  fc
    .tuple(ends, fc.constantFrom('once', 'weekly', 'monthly'), day, time)
    .map(([end, kind, first_day, its]) => ({ ...end, kind, first_day, time: its, zone }))
    .chain((order) =>
      fc
        .uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 6 })
        .map((skipped) => ({ ...order, skipped })),
    );

const zones = [
  ...['America/Santiago', 'Europe/Madrid', 'Australia/Lord_Howe'],
  ...['Africa/Casablanca', 'America/New_York'],
];
// Two of them by the run's seed: to walk a year takes a second.
describe.each(someOf(zones, 2))('%s', (zone) => {
  const { seen, changes } = walk(zone);

  test('each minute of the days around a change of clocks is where the walk met it', () => {
    expect(changes).toHaveLength(2);
    const clock = wallClockIn(zone);
    const around = changes.flatMap((change) =>
      Array.from({ length: (2 * dayMs) / minuteMs }, (_, at) => change - dayMs + at * minuteMs),
    );
    const found = around.map((wall) => {
      const { at, clock: met } = instantOf(wallTimeOf(wall), clock);
      return { wall, at, clock: met };
    });
    expect(found).toEqual(around.map((wall) => ({ wall, ...seen.get(wall) })));
    const met = new Set([...seen.values()].map(({ clock: one }) => one));
    expect(met).toEqual(new Set(['once', 'left-out', 'twice']));
  });

  test('the next dates of an order are those that the walk meets', () => {
    const from = fc.integer({ min: year.from, max: year.to });
    const property = fc.property(anyOrder(zone), from, (order, begin) => {
      const walked = daysOf(order)
        .map((one) => ({ ...one, ...seen.get(Date.parse(`${one.day}T${order.time}Z`)) }))
        .filter(({ at }) => at !== undefined && at >= begin);
      const found = nextDates(order, begin, 3)
        .filter((one) => one.day < '2024-12-30')
        .map(({ day: its, number, isLastDay, at, clock }) => ({
          ...{ day: its, number, isLastDay, at, clock },
        }));
      expect(found).toEqual(walked.slice(0, 3));
    });
    fc.assert(property, { seed, numRuns: atLength(300, 5_000) });
  });
});

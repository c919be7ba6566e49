import { describe, expect, test } from 'vitest';
import {
  dueOf,
  nextDates,
  nextOccurrence,
  type OrderDays,
  occurrenceOf,
} from '../../../src/contract/api/order-days.ts';

const order = (more: Partial<OrderDays> = {}): OrderDays => ({
  ...{ kind: 'monthly', first_day: '2026-12-31', time: '09:00', zone: 'America/Santiago' },
  ...more,
});
const hourMs = 3_600_000;
const dates = (one: OrderDays, count: number, from = Date.parse('2000-01-01')) =>
  nextDates(one, from, count).map(({ day }) => day);

describe('monthly', () => {
  test('the 31st is the last day of a shorter month, and comes back after it', () => {
    const found = nextDates(order(), Date.parse('2026-12-01'), 5);
    expect(found.map(({ day, isLastDay }) => [day, isLastDay])).toEqual([
      ['2026-12-31', false],
      ['2027-01-31', false],
      ['2027-02-28', true],
      ['2027-03-31', false],
      ['2027-04-30', true],
    ]);
  });

  test('the 29th and the 30th meet February, in leap years too', () => {
    expect(dates(order({ first_day: '2027-12-29' }), 4)).toEqual([
      ...['2027-12-29', '2028-01-29', '2028-02-29', '2028-03-29'],
    ]);
    expect(dates(order({ first_day: '2028-01-30' }), 3)).toEqual([
      ...['2028-01-30', '2028-02-29', '2028-03-30'],
    ]);
  });

  test('an order of 29 February has its day again in March, and in February of a leap year', () => {
    const leap = order({ first_day: '2024-02-29' });
    expect(dates(leap, 2)).toEqual(['2024-02-29', '2024-03-29']);
    expect(occurrenceOf(leap, 13)).toMatchObject({ day: '2025-02-28', isLastDay: true });
    expect(occurrenceOf(leap, 49)).toMatchObject({ day: '2028-02-29', isLastDay: false });
    // 2100 is no leap year.
    expect(occurrenceOf(leap, 76 * 12 + 1)?.day).toBe('2100-02-28');
  });

  test('an order of 28 February stays on the 28th, though it was the last day', () => {
    expect(dates(order({ first_day: '2027-02-28' }), 2)).toEqual(['2027-02-28', '2027-03-28']);
  });
});

test.each(['once', 'weekly', 'monthly'] as const)('%s: no day is near the year 10000', (kind) => {
  const last = order({ kind, first_day: '9998-12-31', time: '23:59', zone: 'Pacific/Pago_Pago' });
  const found = nextDates(last, 0, 9);
  expect(found.map(({ at }) => new Date(at).toISOString())).toEqual(['9999-01-01T10:59:00.000Z']);
  expect(nextDates({ ...last, first_day: '9999-12-31' }, 0, 9)).toEqual([]);
});

describe('weekly', () => {
  const weekly = order({ kind: 'weekly', first_day: '2024-03-24', zone: 'Europe/Madrid' });

  test('keeps weekday and time of day over the change of clocks', () => {
    const found = nextDates(weekly, 0, 2);
    expect(found.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2024-03-24T08:00:00.000Z',
      '2024-03-31T07:00:00.000Z',
    ]);
  });

  test('tells of a time that clocks leave out or show twice, on that day alone', () => {
    const early = { ...weekly, time: '02:30' };
    const told = (from: string) =>
      nextDates(early, Date.parse(from), 3).map(({ shown, clock }) => [shown.time, clock]);
    expect(told('2024-03-24')).toEqual([
      ['02:30', 'once'],
      ['03:30', 'left-out'],
      ['02:30', 'once'],
    ]);
    expect(told('2024-10-20')).toEqual([
      ['02:30', 'once'],
      ['02:30', 'twice'],
      ['02:30', 'once'],
    ]);
  });

  test('a day that a zone left out moves to the next one, under its own name', () => {
    const apia = order({ kind: 'weekly', first_day: '2011-12-23', zone: 'Pacific/Apia' });
    const found = nextDates(apia, 0, 3).map(({ day, shown }) => [day, shown.day]);
    expect(found).toEqual([
      ['2011-12-23', '2011-12-23'],
      ['2011-12-30', '2011-12-31'],
      ['2012-01-06', '2012-01-06'],
    ]);
  });
});

test('once has one day, whatever is asked for', () => {
  const once = order({ kind: 'once' });
  expect(dates(once, 3)).toEqual(['2026-12-31']);
  expect(nextOccurrence(once, 1)).toBeNull();
});

describe('the end', () => {
  test('a last day counts itself, and no later one', () => {
    const until = (day: string) => order({ ends_on: day });
    expect(dates(until('2027-02-28'), 5)).toHaveLength(3);
    expect(dates(until('2027-02-27'), 5)).toHaveLength(2);
    expect(dates(until('2026-12-30'), 5)).toEqual([]);
  });

  test('a count counts skipped days too', () => {
    const three = order({ ends_after: 3, skipped: [2] });
    expect(dates(three, 5)).toEqual(['2026-12-31', '2027-02-28']);
    expect(occurrenceOf(three, 4)).toBeNull();
  });

  test('without one it goes on to the end of 9998', () => {
    const last = nextDates(order(), Date.parse('9998-11-15'), 5);
    expect(last.map(({ day }) => day)).toEqual(['9998-11-30', '9998-12-31']);
  });

  test('of an order whose days are all skipped nothing comes', () => {
    expect(nextOccurrence(order({ ends_after: 2, skipped: [1, 2] }), 0)).toBeNull();
  });
});

describe('skipping', () => {
  const skipping = order({ skipped: [2] });

  test('leaves one day out, and the numbers of the others as they were', () => {
    expect(nextOccurrence(skipping, 1)).toMatchObject({ number: 3, day: '2027-02-28' });
    expect(occurrenceOf(skipping, 2)?.day).toBe('2027-01-31');
  });
});

describe('days that begin anew with a later number', () => {
  const edited = order({ kind: 'weekly', first_day: '2027-03-05', first_occurrence: 4 });

  test('count from the new first day, and keep the numbers apart from the earlier ones', () => {
    expect(nextOccurrence(edited, 3)).toMatchObject({ number: 4, day: '2027-03-05' });
    expect(nextOccurrence(edited, 0)).toMatchObject({ number: 4 });
    expect(occurrenceOf(edited, 6)?.day).toBe('2027-03-19');
    expect(dates(edited, 2, Date.parse('2027-06-01'))).toEqual(['2027-06-04', '2027-06-11']);
  });

  test('and so does how many there are', () => {
    expect(dates({ ...edited, ends_after: 2 }, 5)).toEqual(['2027-03-05', '2027-03-12']);
  });
});

describe('what is due', () => {
  const weekly = order({ kind: 'weekly', first_day: '2026-12-02' });
  const first = occurrenceOf(weekly, 1)?.at ?? Number.NaN;
  const due = (afterMs: number, number = 1, one = weekly) => {
    const { missed, next, isDue } = dueOf(one, number, first + afterMs);
    return { missed: missed.map((each) => each.number), next: next?.number ?? null, isDue };
  };

  test('nothing is before its time, and all is at it', () => {
    expect(due(-1)).toEqual({ missed: [], next: 1, isDue: false });
    expect(due(0)).toEqual({ missed: [], next: 1, isDue: true });
  });

  test('less than 24 hours late is released, and then no more', () => {
    expect(due(24 * hourMs - 1)).toEqual({ missed: [], next: 1, isDue: true });
    expect(due(24 * hourMs)).toEqual({ missed: [1], next: 2, isDue: false });
  });

  test('after a long stop one at most is due, and each earlier one is missed', () => {
    const week = 7 * 24 * hourMs;
    expect(due(3 * week + hourMs)).toEqual({ missed: [1, 2, 3], next: 4, isDue: true });
    expect(due(3 * week + hourMs, 4)).toEqual({ missed: [], next: 4, isDue: true });
    expect(due(3 * week + hourMs, 5)).toEqual({ missed: [], next: 5, isDue: false });
  });

  test('a skipped day is neither due nor missed', () => {
    const skipping = { ...weekly, skipped: [1] };
    expect(due(0, 1, skipping)).toEqual({ missed: [], next: 2, isDue: false });
    expect(due(30 * hourMs, 1, skipping)).toEqual({ missed: [], next: 2, isDue: false });
  });

  test('an order whose last day was missed has nothing more', () => {
    const last = { ...weekly, ends_after: 1 };
    expect(due(24 * hourMs, 1, last)).toEqual({ missed: [1], next: null, isDue: false });
  });

  test('24 hours are hours, also where the day has 23 or 25 of them', () => {
    const madrid = { ...weekly, first_day: '2024-03-30', zone: 'Europe/Madrid' };
    const at = occurrenceOf(madrid, 1)?.at ?? Number.NaN;
    expect(dueOf(madrid, 1, at + 24 * hourMs - 1).isDue).toBe(true);
    expect(dueOf(madrid, 1, at + 24 * hourMs).missed).toHaveLength(1);
  });
});

test('the next dates begin with one that is at the instant itself', () => {
  const at = occurrenceOf(order(), 2)?.at ?? Number.NaN;
  expect(dates(order(), 1, at)).toEqual(['2027-01-31']);
  expect(dates(order(), 1, at + 1)).toEqual(['2027-02-28']);
  expect(nextDates(order(), at, 1, 4).map(({ number }) => number)).toEqual([4]);
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setTimeZone } from '../../../../src/app/i18n/intl.ts';
import { groupsByDay } from '../../../../src/app/pages/transfers/list/day-groups.ts';
import {
  offsetOf,
  rowsBefore,
} from '../../../../src/app/pages/transfers/list/scroll-restoration.ts';
import { filtersOf } from '../../../../src/app/pages/transfers/list/transfer-windows.ts';

const groups = (times: (string | null)[], sort?: 'oldest' | 'amount') =>
  groupsByDay(
    times.map((first_seen_at) => ({ first_seen_at })),
    sort,
    '2026-11-22',
  );

const [today, yesterday] = ['2026-11-22T15:00:00.000Z', '2026-11-21T15:00:00.000Z'];
const [month, before] = ['2026-11-02T15:00:00.000Z', '2026-10-31T15:00:00.000Z'];

beforeEach(() => void setTimeZone('America/Santiago'));
afterEach(() => void setTimeZone(undefined));

describe('groups by day', () => {
  test('today, yesterday, then by month', () => {
    expect(groups([today, yesterday, month, before])).toEqual([
      'today',
      'yesterday',
      '2026-11',
      '2026-10',
    ]);
    expect(groups([before, month, yesterday, today], 'oldest')).toEqual([
      '2026-10',
      '2026-11',
      'yesterday',
      'today',
    ]);
  });

  test('in the person’s time zone', () => {
    const at = '2026-11-22T02:30:00.000Z';
    expect(groups([at])).toEqual(['yesterday']);
    setTimeZone('Asia/Tokyo');
    expect(groups([at])).toEqual(['today']);
  });

  test('not in the order by amount', () => {
    expect(groups([today, before], 'amount')).toEqual([]);
  });

  test('a transfer that was never seen is under the one above it', () => {
    expect(groups([today, null, today, null, before])).toEqual([
      'today',
      'today',
      'today',
      'today',
      '2026-10',
    ]);
  });

  test('transfers that were never seen have no date after the last that was, or before the first', () => {
    expect(groups([null, today, null, null])).toEqual([undefined, 'today', 'unknown', 'unknown']);
    expect(groups([null, null, null, null])).toEqual([]);
    expect(groups([null, null, null, null, today])).toEqual([]);
  });

  test('a transfer that was seen later than a newer one stays between its neighbours', () => {
    expect(groups([before, today, before])).toEqual(['2026-10', '2026-10', '2026-10']);
    expect(groups([before, today, before], 'oldest')).toEqual(['2026-10', '2026-10', '2026-10']);
    const later = '2026-11-22T15:00:01.000Z';
    expect(groups([today, null, later, null])).toEqual(['today', 'unknown', 'unknown', 'unknown']);
  });
});

describe('the days of a filter', () => {
  test.each([
    ['UTC', '2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['America/Santiago', '2026-11-22T03:00:00.000Z', '2026-11-23T03:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-21T18:15:00.000Z', '2026-11-22T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-21T10:00:00.000Z', '2026-11-22T10:00:00.000Z'],
  ])('start and end at midnight in %s', (zone, first_seen_from, first_seen_before) => {
    setTimeZone(zone);
    expect(filtersOf({ from: '2026-11-22', to: '2026-11-22' })).toEqual({
      first_seen_from,
      first_seen_before,
    });
  });

  test('start at 1 o’clock where midnight is skipped', () => {
    setTimeZone('America/Santiago');
    const { first_seen_from } = filtersOf({ from: '2026-09-06' });
    expect(first_seen_from).toBe('2026-09-06T04:00:00.000Z');
  });
});

describe('rows under headings', () => {
  const heights = { rowHeight: 70, headingHeight: 40 };
  const starts = [0, 3, 10];

  test.each([0.5, 1, 2.25, 3, 9, 10, 42])('%d rows are as many above their offset', (rows) => {
    expect(rowsBefore(offsetOf(rows, starts, heights), starts, heights)).toBeCloseTo(rows, 10);
  });

  test('within a heading the row below it is next', () => {
    expect(rowsBefore(3 * 70 + 40 + 10, starts, heights)).toBe(3);
  });

  test('above the list there is none', () => {
    expect(rowsBefore(0, starts, heights)).toBe(0);
    expect(rowsBefore(-140, starts, heights)).toBe(-2);
  });
});

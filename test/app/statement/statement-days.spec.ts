import { expect, test } from 'vitest';
import {
  daysFor,
  daysOfMonth,
  monthOf,
  recentMonths,
} from '../../../src/app/statement/days-of-month.ts';
import { statementIn } from '../../../src/app/statement/statement-days.ts';

const today = '2026-03-15';
const lastMonth = { from: '2026-02-01', to: '2026-02-28' };

test.each([
  ['no days', {}, lastMonth],
  ['both days', { from: '2026-01-05', to: '2026-01-09' }, { from: '2026-01-05', to: '2026-01-09' }],
  ['this month', { from: '2026-03-01' }, { from: '2026-03-01', to: '2026-03-31' }],
  ['a first day', { from: '2026-03-02' }, { from: '2026-03-02', to: today }],
  ['a last day', { to: '2026-03-02' }, lastMonth],
])('leads from a list with %s', (_, filters, days) => {
  expect(daysFor(filters, today)).toEqual(days);
});

test('knows a whole month, and the last of a leap year’s February', () => {
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(monthOf(lastMonth)).toBe('2026-02');
  expect(monthOf({ from: '2026-02-01', to: '2026-02-27' })).toBeUndefined();
  expect(recentMonths(today).slice(0, 4)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12']);
});

test('reads an address, and takes last month for one without days or with others than the calendar’s', () => {
  const read = (query: string) => statementIn(new URLSearchParams(query), today);
  const given = { from: '2026-01-01', to: '2026-01-31', zone: 'America/Bogota' };
  expect(read(`${new URLSearchParams(given)}`)).toEqual(given);
  for (const days of ['', 'from=2026-02-30&to=2026-03-01', 'from=2026-03-02&to=2026-03-01']) {
    expect(read(`${days}&zone=America/Bogota`)).toEqual({ ...lastMonth, zone: 'America/Bogota' });
  }
});

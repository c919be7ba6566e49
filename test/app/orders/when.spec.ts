import { expect, it } from 'vitest';
import { datesOf, type When } from '../../../src/app/orders/when.ts';

const nextYear = new Date().getUTCFullYear() + 1;
const weekly: When = {
  ...{ kind: 'weekly', first_day: `${nextYear}-01-10`, time: '15:00', floor: '' },
  ...{ ends: 'never', ends_on: '', ends_after: '' },
};
const since = {
  ...{ first_day: `${nextYear}-01-10`, first_occurrence: 1, occurrence: 1, passed: 0 },
  skipped: [] as string[],
};
const days = (when: When, change: Partial<typeof since>) =>
  datesOf(when, { zone: 'America/Bogota', since: { ...since, ...change } }, 3).map(({ day }) =>
    day.slice(5),
  );

it('names no day that was sent, whatever its time would be now', () => {
  expect(days(weekly, {})).toEqual(['01-10', '01-17', '01-24']);
  expect(days(weekly, { occurrence: 2, passed: 1 })).toEqual(['01-17', '01-24', '01-31']);
});

it('names no day that is skipped', () => {
  const skipped = [`${nextYear}-01-17`];
  expect(days(weekly, { skipped })).toEqual(['01-10', '01-24', '01-31']);
});

it('counts transfers that are left from the next one on', () => {
  const two: When = { ...weekly, ends: 'after', ends_after: '2' };
  expect(days(two, { occurrence: 3, passed: 2 })).toEqual(['01-24', '01-31']);
});

import { expect, it } from 'vitest';
import { datesOf, type When } from '../../../src/app/orders/when.ts';

const nextYear = new Date().getUTCFullYear() + 1;
const weekly: When = {
  ...{ kind: 'weekly', first_day: `${nextYear}-01-10`, time: '15:00', floor: '' },
  ...{ ends: 'never', ends_on: '', ends_after: '' },
};
const since = {
  ...{ first_day: `${nextYear}-01-10`, first_occurrence: 1, occurrence: 1, passed: 0 },
  ...{ skipped: [] as string[], keepsDue: true },
};
const days = (when: When, change: Partial<typeof since>) =>
  datesOf(when, { zone: 'America/Bogota', since: { ...since, ...change } }, 3).map(({ day }) =>
    day.slice(5),
  );

it('names no day that was sent, whatever its time would be now', () => {
  expect(days(weekly, {})).toEqual(['01-10', '01-17', '01-24']);
  expect(days(weekly, { occurrence: 2, passed: 1 })).toEqual(['01-17', '01-24', '01-31']);
});

it('names a day that is due and not sent yet, if that is sent', () => {
  const now = Date.now();
  const utc = (at: number) => new Date(at).toISOString();
  const first = (at: number, keepsDue: boolean) => {
    const first_day = utc(at).slice(0, 10);
    const asked = { ...weekly, first_day, time: utc(at).slice(11, 16) };
    return datesOf(asked, { zone: 'UTC', since: { ...since, first_day, keepsDue } }, 1)[0]?.number;
  };
  const hourMs = 3_600_000;
  expect(first(now - hourMs, true)).toBe(1);
  expect(first(now - hourMs, false)).toBe(2);
  expect(first(now - 25 * hourMs, true)).toBe(2);
});

it('counts no days in a zone that only newer browsers know', () => {
  expect(datesOf(weekly, { zone: 'America/Nueva_Bogota' }, 3)).toEqual([]);
});

it('names no day that is skipped', () => {
  const skipped = [`${nextYear}-01-17`];
  expect(days(weekly, { skipped })).toEqual(['01-10', '01-24', '01-31']);
});

it('counts transfers that are left from the next one on', () => {
  const two: When = { ...weekly, ends: 'after', ends_after: '2' };
  expect(days(two, { occurrence: 3, passed: 2 })).toEqual(['01-24', '01-31']);
});

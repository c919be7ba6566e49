import { expect, test } from 'vitest';
import { daysOf } from '../../../../src/app/pages/transfers/list/filter-dialog.tsx';

test.each([
  ['any', '2026-11-27', undefined, undefined],
  ['month', '2026-11-27', '2026-11-01', undefined],
  ['last', '2026-11-27', '2026-10-01', '2026-10-31'],
  ['last', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['last', '2028-03-30', '2028-02-01', '2028-02-29'],
  ['year', '2026-11-27', '2026-01-01', undefined],
])('takes the days of the period %s on %s', (period, now, from, to) => {
  expect(daysOf(period, now)).toEqual({ from, to });
});

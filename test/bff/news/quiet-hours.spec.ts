import { expect, test } from 'vitest';
import { afterQuietHours } from '../../../src/bff/news/quiet-hours.ts';

const night = { from: '22:00', to: '07:00' };
const newYork = 'America/New_York';

test.each([
  ['before they begin', '2026-11-10T02:59:00Z', night, newYork, '2026-11-10T02:59:00.000Z'],
  ['in the evening', '2026-11-10T03:00:00Z', night, newYork, '2026-11-10T12:00:00.000Z'],
  ['after midnight', '2026-11-10T09:30:40Z', night, newYork, '2026-11-10T12:00:00.000Z'],
  ['when they end', '2026-11-10T12:00:00Z', night, newYork, '2026-11-10T12:00:00.000Z'],
  [
    'at noon, for hours of one day',
    '2026-11-10T17:00:00Z',
    { from: '12:00', to: '14:00' },
    newYork,
    '2026-11-10T19:00:00.000Z',
  ],
  ['of no length', '2026-11-10T17:00:00Z', { from: '12:00', to: '12:00' }, newYork, null],
  [
    'in the night that clocks go forward',
    '2026-03-08T04:30:00Z',
    night,
    newYork,
    '2026-03-08T11:00:00.000Z',
  ],
  [
    'in the night that clocks go back',
    '2026-11-01T03:30:00Z',
    night,
    newYork,
    '2026-11-01T12:00:00.000Z',
  ],
  [
    'that end in the hour that is left out',
    '2026-03-08T04:30:00Z',
    { from: '22:00', to: '02:30' },
    newYork,
    '2026-03-08T07:30:00.000Z',
  ],
  [
    'in a zone of half an hour',
    '2026-11-10T18:00:00Z',
    night,
    'Asia/Kolkata',
    '2026-11-11T01:30:00.000Z',
  ],
  [
    'in a zone that nobody knows',
    '2026-11-10T23:00:00Z',
    night,
    'Mars/Base',
    '2026-11-11T07:00:00.000Z',
  ],
  ['that nobody chose', '2026-11-10T03:00:00Z', null, newYork, null],
])('quiet hours %s', (_name, at, quiet, zone, end) => {
  const told = afterQuietHours(Date.parse(at), quiet, zone);
  expect(new Date(told).toISOString()).toBe(end ?? new Date(at).toISOString());
});

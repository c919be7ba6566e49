import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { createRateNotes, type RateNotes } from '../../../src/bff/quotes/rates.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { openTestLedger } from '../../support/stores.ts';

const pair = { source_currency: 'CLP', destination_currency: 'COP', country_id: '7' };
const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.parse('2026-01-01T12:00:00Z');

let db: LedgerDb;
let notes: RateNotes;
let now: number;
let errors: string[];

beforeEach(async () => {
  db = await openTestLedger();
  now = start;
  errors = [];
  const log = { ...silentLog, error: (_: object, message: string) => void errors.push(message) };
  notes = createRateNotes({ db, now: () => now, log });
});
afterEach(() => db.destroy());

function record(rate: string, at = now, destination_currency = 'COP') {
  now = at;
  notes.note('7', {
    source_currency: 'CLP',
    destination_currency,
    rate,
    source_amount_cents: 1n,
    destination_amount_cents: 1n,
    country_id: '7',
    taken_at: new Date(at).toISOString(),
    exact: true,
  });
}

test('has no rates for a pair without estimates', async () => {
  expect(await notes.of(pair)).toEqual({ count: 0, since: null, min: null, max: null, points: [] });
});

test('counts all estimates, keeps the latest of each 10 minutes, and exact extremes', async () => {
  record('4.3');
  record('4.30000000000000000001', start + 1);
  record('4.275', start + 10 * minute);
  record('10.0', start + 20 * minute);
  record('0.5', start + 20 * minute, 'USD');
  expect(await notes.of(pair)).toEqual({
    count: 4,
    since: '2026-01-01T12:00:00.001Z',
    min: '4.275',
    max: '10.0',
    points: [
      { rate: '4.30000000000000000001', seen_at: '2026-01-01T12:00:00.001Z' },
      { rate: '4.275', seen_at: '2026-01-01T12:10:00.000Z' },
      { rate: '10.0', seen_at: '2026-01-01T12:20:00.000Z' },
    ],
  });
});

test('thins to at most 120 points with first, last, lowest and highest', async () => {
  const rateAt = (place: number) => (place === 777 ? '3' : place === 778 ? '6' : '4.5');
  for (let place = 0; place < 1_000; place += 1) {
    record(rateAt(place), start + place * 15 * minute);
  }
  const { count, min, max, points, since } = await notes.of(pair);
  expect([count, min, max]).toEqual([1_000, '3', '6']);
  expect(points.length).toBeGreaterThan(100);
  expect(points.length).toBeLessThanOrEqual(120);
  expect(points.map(({ rate }) => rate).filter((rate) => rate !== '4.5')).toEqual(['3', '6']);
  expect(points[0]?.seen_at).toBe(since);
  expect(points.at(-1)?.seen_at).toBe(new Date(now).toISOString());
  expect(points.map(({ seen_at }) => seen_at)).toEqual(
    points.map(({ seen_at }) => seen_at).toSorted(),
  );
});

test('ignores rates after 90 days', async () => {
  record('4');
  record('5', start + 80 * day);
  await notes.close();
  now = start + 91 * day;
  expect((await notes.of(pair)).points.map(({ rate }) => rate)).toEqual(['5']);
});

test('tells of estimates that are not written, and does not write them for that', async () => {
  record('4.3');
  await notes.close();
  record('4.2', start + minute);
  record('4.4', start + 11 * minute);
  expect(await notes.of(pair)).toMatchObject({
    count: 3,
    points: [{ rate: '4.2' }, { rate: '4.4' }],
  });
  const written = await db.selectFrom('rates').select(['rate', 'estimates']).execute();
  expect(written).toEqual([{ rate: '4.3', estimates: 1 }]);
});

test('counts each estimate once while they are written', async () => {
  const counts: Promise<number>[] = [];
  const written: Promise<void>[] = [];
  for (let place = 0; place < 20; place += 1) {
    record('4', start + place);
    counts.push(notes.of(pair).then(({ count }) => count));
    if (place % 3 === 0) written.push(notes.close());
    counts.push(notes.of(pair).then(({ count }) => count));
  }
  expect(await Promise.all(counts)).toEqual(
    Array.from({ length: 40 }, (_, at) => Math.floor(at / 2) + 1),
  );
  await Promise.all(written);
});

test('writes the last rates on close', async () => {
  record('4');
  await notes.close();
  expect(await db.selectFrom('rates').select(['rate', 'estimates']).execute()).toEqual([
    { rate: '4', estimates: 1 },
  ]);
});

test('logs a failing store, and goes on recording', async () => {
  await db.schema.alterTable('rates').renameTo('gone').execute();
  record('4');
  await notes.close();
  expect(errors).toEqual(['rates: not written to the ledger']);
  await db.schema.alterTable('gone').renameTo('rates').execute();
  record('5');
  expect((await notes.of(pair)).max).toBe('5');
});

import { beforeEach, describe, expect, test } from 'vitest';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import {
  addRates,
  purgeExpiredRates,
  type RateRow,
  ratesOf,
} from '../../../../src/bff/ledger/transfers/rates.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';

const pair = { source_currency: 'CLP', destination_currency: 'COP', country_id: '7' };
const slot = '2026-01-01T12:00:00.000Z';

const row = (fields: Partial<RateRow>): RateRow => ({
  ...pair,
  slot,
  rate: '4.2750',
  seen_at: slot,
  estimates: 1,
  ...fields,
});

describe.each(stores())('rates on $name', ({ create }) => {
  let db: LedgerDb;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
  });

  test('keeps the latest rate of a slot exactly, and counts its estimates', async () => {
    const later = { rate: '4.3000000000000000000001', seen_at: '2026-01-01T12:05:00.000Z' };
    await addRates(db, [row({})]);
    await addRates(db, [row({ ...later, estimates: 3 })]);
    // Another instance writes an older estimate later.
    await addRates(db, [row({ rate: '9', seen_at: '2026-01-01T12:01:00.000Z', estimates: 2 })]);
    expect(await ratesOf(db, pair, slot)).toEqual([{ slot, ...later, estimates: 6 }]);
  });

  test('tells pairs apart by currencies, direction and country', async () => {
    await addRates(db, [
      row({}),
      row({ country_id: '8', rate: '1' }),
      row({ destination_currency: 'USD', rate: '2' }),
      row({ source_currency: 'COP', destination_currency: 'CLP', rate: '3' }),
    ]);
    expect((await ratesOf(db, pair, slot)).map(({ rate }) => rate)).toEqual(['4.2750']);
  });

  test('writes many concurrently, reads them oldest first and deletes old ones', async () => {
    const at = (minute: number) => new Date(Date.parse(slot) + minute * 600_000).toISOString();
    const many = Array.from({ length: 250 }, (_, place) => {
      return row({ slot: at(249 - place), seen_at: at(249 - place), rate: `${249 - place}` });
    });
    await Promise.all([addRates(db, many), addRates(db, many.toReversed())]);
    await purgeExpiredRates(db, at(100));
    const kept = await ratesOf(db, pair, at(0));
    expect(kept.map(({ rate }) => Number(rate))).toEqual(many.slice(0, 150).map((_, i) => 100 + i));
    expect(kept.every(({ estimates }) => estimates === 2)).toBe(true);
    expect(await ratesOf(db, pair, at(240))).toHaveLength(10);
  });
});

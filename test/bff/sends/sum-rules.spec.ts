import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Committed, committedOf, sumsOf } from '../../../src/bff/ledger/sends/committed.ts';
import { intend, moveSend } from '../../../src/bff/ledger/sends/sends.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { requireWithinLimits } from '../../../src/bff/sends/limits.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const dayMs = 86_400_000;
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();

const sumOf = (all: readonly Committed[]) => all.reduce((sum, { cents }) => sum + cents, 0n);

describe.each(stores())('what counts against a sum, on $name', ({ create }) => {
  let db: LedgerDb;
  let user_id: string;

  beforeAll(async () => {
    const store = await create();
    db = await openLedger(store.url);
    return store.remove;
  });
  afterAll(() => db.destroy());
  beforeEach(async () => {
    user_id = (await addPerson(db, { email: `${randomUUID()}@giro.example` })).id;
  });

  async function send(cents: string, hours: number, account = '501', currency = 'USD') {
    const key = randomUUID();
    const intent = {
      ...{ key, user_id, guard_scope: user_id, body_hash: key, quote: null },
      ...{ destination_account_id: account, source_amount_cents: cents },
      ...{ source_amount_currency: currency, destination_amount_currency: 'COP' },
      ...{ known_transfer_ids: '[]', after_unresolved: null, after_sent: null },
    } as const;
    await intend(db, intent, at(hours));
    return key;
  }

  const counted = (key = 'none', account_id?: string) =>
    committedOf(
      db,
      { user_id, source_amount_currency: 'USD', key, order: null },
      { now, spanMs: dayMs, ...(account_id !== undefined && { account_id }) },
    );

  test('is what may have gone within the time, in the currency', async () => {
    const refused = await send('1', -1);
    const unsure = await send('20', -2);
    const key = await send('300', -23.9);
    await send('4000', -24);
    await send('50000', -1, '501', 'CLP');
    await send('600000', -1, '777');
    await moveSend(db, refused, 'refusal', {}, at(-1));
    await moveSend(db, unsure, 'lost', {}, at(-1));
    expect(sumOf(await counted())).toBe(600_320n);
    expect(sumOf(await counted(key))).toBe(600_020n);
    expect(sumOf(await counted('none', '501'))).toBe(320n);
  });

  test('is told with what is in the way for longest, and when that frees', async () => {
    await send('70', -23);
    const limits = (month: bigint) => new Map([['USD', { day: 100n, month }]]);
    const press = (cents: bigint, month: bigint) =>
      requireWithinLimits(
        db,
        limits(month),
        { user_id, source_amount_currency: 'USD', key: 'none', order: null, cents },
        now,
      );
    await expect(press(60n, 500n)).rejects.toMatchObject({
      details: { limit: { span: 'day', limit: 100n, used: 70n, frees_at: at(1) } },
    });
    await expect(press(60n, 120n)).rejects.toMatchObject({
      details: { limit: { span: 'month', frees_at: at(30 * 24 - 23) } },
    });
    // What never fits is not promised.
    await expect(press(101n, 500n)).rejects.toMatchObject({
      details: { limit: { span: 'day', frees_at: null } },
    });
    await expect(press(30n, 100n)).resolves.toBeUndefined();
  });

  test('one that was dated ahead counts as of now', async () => {
    await send('100', 48);
    expect(sumsOf(await counted()).most(now, dayMs)).toBe(100n);
  });
});

test('the fullest time within which a transfer falls counts', () => {
  const one = (days: number, isWaiting = false) => ({
    ...{ at: now + days * dayMs, cents: 1n, isWaiting },
  });
  const most = (...all: Committed[]) => sumsOf(all).most(now, 30 * dayMs);
  // Three weeks ago and in three weeks are in no 30 days together.
  expect(most(one(-21), one(21, true))).toBe(1n);
  expect(most(one(-12), one(-11), one(12, true), one(25, true))).toBe(3n);
  expect(most(one(-30))).toBe(0n);
});

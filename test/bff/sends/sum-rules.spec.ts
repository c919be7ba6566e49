import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { committedOf, sumOf } from '../../../src/bff/ledger/sends/committed.ts';
import { intend, moveSend } from '../../../src/bff/ledger/sends/sends.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const dayMs = 86_400_000;
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();

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
});

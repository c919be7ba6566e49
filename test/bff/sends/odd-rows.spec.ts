import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LedgerDb, openLedger } from '../../../src/bff/ledger/ledger.ts';
import { findSend, intend, moveSend } from '../../../src/bff/ledger/sends.ts';
import { addUser } from '../../../src/bff/ledger/users.ts';
import { couldBe, idsBefore } from '../../../src/bff/sends/known-transfers.ts';
import { createReconciler } from '../../../src/bff/sends/reconcile.ts';
import { candidatesOf } from '../../../src/bff/sends/resolve.ts';
import { bodyHash } from '../../../src/bff/sends/send-row.ts';
import type { OddRow } from '../../../src/bff/service/list-record.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { storeClockOf } from './send-fixtures.ts';

const request = {
  destination_account_id: '501',
  source_amount_cents: 5_000n,
  source_amount_currency: 'USD',
  destination_amount_currency: 'COP',
};
const transfer = (id: string): Transfer => ({
  id,
  ...request,
  destination_amount_cents: 20_000_000n,
  state: 'pending',
});
const oddRow = (parts: Record<string, unknown>, id: string | null = null): OddRow => ({
  ...{ id, place: 0, field: 'state', fault: 'invalid_type' },
  parts: new Map(Object.entries(parts)),
});

describe('a row that can not be read', () => {
  test.each([
    ['nothing of it can be read', {}, true],
    ['what can be read is the same', { destination_account_id: 501n, state: null }, true],
    ['its amount is a text', { source_amount_cents: '5000' }, true],
    ['its amount is negative', { source_amount_cents: -5_000n }, true],
    ['it goes to another account', { destination_account_id: 502n }, false],
    ['it is of another amount', { source_amount_cents: 5_001n }, false],
    ['it is of another currency', { source_amount_currency: 'EUR' }, false],
    ['it pays another currency', { destination_amount_currency: 'PEN' }, false],
  ])('could be a request or not: %s', (_name, parts, could) => {
    expect(couldBe(oddRow(parts), request)).toBe(could);
  });

  test('counts by its id among those that are here before a sending', () => {
    const odd = [
      oddRow({}, '7'),
      oddRow({ source_amount_cents: 1n }, '8'),
      oddRow({ source_amount_cents: 1n }),
    ];
    expect(idsBefore(request, { value: [transfer('9')], odd })).toEqual(['9', '7']);
  });

  test('refuses a sending that it could be like, where it has no id to know it by', () => {
    const list = { value: [], odd: [oddRow({ destination_account_id: 501n })] };
    expect(() => idsBefore(request, list)).toThrow(expect.objectContaining({ kind: 'unreadable' }));
  });
});

describe('looking for a sending beside a row that can not be read', () => {
  let db: LedgerDb;
  let time: number;
  let person: string;
  let list: { value: Transfer[]; odd: OddRow[] };

  beforeEach(async () => {
    time = Date.parse('2026-01-01T12:00:00Z');
    list = { value: [], odd: [] };
    db = await openLedger('sqlite::memory:');
    const ana = {
      email: 'ana@b.example',
      name: 'Ana',
      role: 'sender',
      password_hash: null,
    } as const;
    person = (await addUser(db, ana, stamp()))?.id ?? '';
  });
  afterEach(() => db.destroy());

  const stamp = () => new Date(time).toISOString();

  /** A sending without an answer that knew these ids before, looked for after each of these times. */
  async function looked(after_ms: number[], known: string[] = []) {
    const row = {
      ...{ key: 'a', user_id: person, guard_scope: person, body_hash: bodyHash(request) },
      ...{ destination_account_id: '501', source_amount_cents: '5000' },
      ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP', quote: null },
      ...{ known_transfer_ids: JSON.stringify(known), after_unresolved: null, after_sent: null },
    };
    await intend(db, row, stamp());
    await moveSend(db, 'a', 'lost', { reason: 'timeout' }, stamp());
    const reconciler = createReconciler({
      ...{ db, storeClock: storeClockOf(db, () => time), log: silentLog, intervals: [3_600] },
      tracking: { list: async () => ({ ...list, readAt: time }) },
    });
    for (const wait of after_ms) {
      time += wait;
      await reconciler.round();
    }
    await reconciler.stop();
    const { state, reason } = (await findSend(db, 'a')) ?? {};
    return { state, reason };
  }

  test('another transfer alone proves nothing, and several are said after ten minutes', async () => {
    list = { value: [transfer('9')], odd: [oddRow({ destination_account_id: 501n }, '10')] };
    expect(await looked([120_000])).toMatchObject({ state: 'unconfirmed' });
    list.odd = [];
  });

  test('it is left to support after ten minutes, not as if there were none', async () => {
    list = { value: [], odd: [oddRow({}, '10')] };
    expect(await looked([10 * 60_000])).toEqual({ state: 'unresolved', reason: 'unread-found' });
  });

  test('each row that could be it is told to support by its id', async () => {
    const others = [oddRow({ source_amount_cents: 1n }, '11'), oddRow({}, '12')];
    list = { value: [transfer('9')], odd: [oddRow({}, '10'), oddRow({}), ...others] };
    await looked([10 * 60_000], ['12']);
    const row = await findSend(db, 'a');
    if (!row) throw new Error('it is not there');
    const deps = { db, tracking: { list: async () => ({ ...list, readAt: time }) } };
    expect(await candidatesOf({ ...deps, storeClock: storeClockOf(db, () => time) }, row)).toEqual({
      transfers: [transfer('9')],
      unread: ['10', null],
    });
  });

  test('with another transfer as well, it is left to support as several', async () => {
    list = { value: [transfer('9')], odd: [oddRow({}, '10')] };
    expect(await looked([10 * 60_000])).toEqual({ state: 'unresolved', reason: 'several-found' });
  });

  test.each([
    ['another amount', oddRow({ source_amount_cents: 1n }, '10'), []],
    ['an id that was here before', oddRow({}, '10'), ['10']],
  ])('one with %s is none of it, and may be of another system', async (_name, row, known) => {
    list = { value: [transfer('9')], odd: [row] };
    expect(await looked([120_000, 59_000], known)).toMatchObject({ state: 'unconfirmed' });
  });

  test('another transfer beside one that can not be it is taken after a minute alone', async () => {
    list = { value: [transfer('9')], odd: [oddRow({ source_amount_cents: 1n }, '10')] };
    expect(await looked([120_000, 60_000])).toMatchObject({ state: 'sent' });
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import { findSend, intend, moveSend } from '../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { couldBe, idsBefore } from '../../../src/bff/sends/known-transfers.ts';
import { createReconciler } from '../../../src/bff/sends/reconcile.ts';
import { candidatesOf, requireSeen } from '../../../src/bff/sends/resolve.ts';
import { bodyHash } from '../../../src/bff/sends/send-row.ts';
import type { OddRow } from '../../../src/bff/service/list-record.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { openTestLedger } from '../../support/stores.ts';
import { recordsOf, storeClockOf } from './send-fixtures.ts';

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

describe('an unreadable row', () => {
  test.each([
    ['no field is readable', {}, true],
    ['the readable field matches', { destination_account_id: 501n, state: null }, true],
    ['the amount is a string', { source_amount_cents: '5000' }, true],
    ['the amount is negative', { source_amount_cents: -5_000n }, true],
    ['another account', { destination_account_id: 502n }, false],
    ['another amount', { source_amount_cents: 5_001n }, false],
    ['another source currency', { source_amount_currency: 'EUR' }, false],
    ['another destination currency', { destination_amount_currency: 'PEN' }, false],
  ])('is compared by its readable fields: %s', (_name, parts, could) => {
    expect(couldBe(oddRow(parts), request)).toBe(could);
  });

  test('counts by its id as a transfer that existed before the send', () => {
    const odd = [
      oddRow({}, '7'),
      oddRow({ source_amount_cents: 1n }, '8'),
      oddRow({ source_amount_cents: 1n }),
    ];
    expect(idsBefore(request, { value: [transfer('9')], odd })).toEqual(['9', '7']);
  });

  test('blocks a matching send if it has no readable id', () => {
    const list = { value: [], odd: [oddRow({ destination_account_id: 501n })] };
    expect(() => idsBefore(request, list)).toThrow(expect.objectContaining({ kind: 'unreadable' }));
  });
});

describe('reconcile with an unreadable row in the list', () => {
  let db: LedgerDb;
  let time: number;
  let person: string;
  let list: { value: Transfer[]; odd: OddRow[] };

  beforeEach(async () => {
    time = Date.parse('2026-01-01T12:00:00Z');
    list = { value: [], odd: [] };
    db = await openTestLedger();
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

  /** The state of a lost send that knew these ids, after a round at the end of each wait. */
  async function stateAfter(waits_ms: number[], known: string[] = []) {
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
      records: recordsOf(db),
    });
    for (const wait of waits_ms) {
      time += wait;
      await reconciler.round();
    }
    await reconciler.stop();
    const { state, reason } = (await findSend(db, 'a')) ?? {};
    return { state, reason };
  }

  test('leaves the send unconfirmed beside one matching transfer', async () => {
    list = { value: [transfer('9')], odd: [oddRow({ destination_account_id: 501n }, '10')] };
    expect(await stateAfter([120_000])).toMatchObject({ state: 'unconfirmed' });
    list.odd = [];
  });

  test('leaves the send to support after 10 minutes with the reason unread-found', async () => {
    list = { value: [], odd: [oddRow({}, '10')] };
    expect(await stateAfter([10 * 60_000])).toEqual({
      state: 'unresolved',
      reason: 'unread-found',
    });
  });

  test('lists matching unreadable rows among the candidates by id', async () => {
    const others = [oddRow({ source_amount_cents: 1n }, '11'), oddRow({}, '12')];
    list = { value: [transfer('9')], odd: [oddRow({}, '10'), oddRow({}), ...others] };
    await stateAfter([10 * 60_000], ['12']);
    const row = await findSend(db, 'a');
    if (!row) throw new Error('no row for the key');
    const deps = { db, tracking: { list: async () => ({ ...list, readAt: time }) } };
    expect(await candidatesOf(deps, row)).toEqual({
      transfers: [transfer('9')],
      unread: ['10', null],
    });
  });

  test('is not passed over by who decides that nothing was sent', async () => {
    list = { value: [transfer('9')], odd: [oddRow({}, '10'), oddRow({}), oddRow({})] };
    await stateAfter([10 * 60_000]);
    const row = await findSend(db, 'a');
    if (!row) throw new Error('no row for the key');
    const deps = { db, tracking: { list: async () => ({ ...list, readAt: time }) } };
    const seen_transfer_ids = ['9'];
    const rejected = { problem: 'candidates-changed' };
    for (const seen of [
      { seen_transfer_ids },
      { seen_transfer_ids, seen_unread: ['10', null] },
      { seen_transfer_ids, seen_unread: [null, null, null] },
      { seen_unread: ['10', null, null] },
    ]) {
      await expect(requireSeen(deps, row, seen)).rejects.toMatchObject(rejected);
    }
    await requireSeen(deps, row, { seen_transfer_ids, seen_unread: ['10', null, null] });
    // The row that was read without its id before may be another one now, but is no new one.
    list = { value: [transfer('9')], odd: [oddRow({})] };
    await requireSeen(deps, row, { seen_transfer_ids, seen_unread: [null] });
  });

  test('leaves the send to support as several-found beside a matching transfer', async () => {
    list = { value: [transfer('9')], odd: [oddRow({}, '10')] };
    expect(await stateAfter([10 * 60_000])).toEqual({
      state: 'unresolved',
      reason: 'several-found',
    });
  });

  test.each([
    ['another amount', oddRow({ source_amount_cents: 1n }, '10'), []],
    ['an id known before the send', oddRow({}, '10'), ['10']],
  ])(
    'does not match a row with %s, but takes it for a sign of another system',
    async (_name, row, known) => {
      list = { value: [transfer('9')], odd: [row] };
      expect(await stateAfter([120_000, 59_000], known)).toMatchObject({ state: 'unconfirmed' });
    },
  );

  test('matches a transfer after it was alone for a minute beside a row that does not match', async () => {
    list = { value: [transfer('9')], odd: [oddRow({ source_amount_cents: 1n }, '10')] };
    expect(await stateAfter([120_000, 60_000])).toMatchObject({ state: 'sent' });
  });
});

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { retentionOf } from '../../../../src/bff/config/retention.ts';
import { erasePerson } from '../../../../src/bff/ledger/keep/personal-data.ts';
import { applyRetention, isForgotten } from '../../../../src/bff/ledger/keep/retention.ts';
import {
  addOrder,
  changeOrder,
  findHeldDuplicate,
  findOrder,
  isApproved,
  isProven,
  type NewOrder,
  nextReleaseAt,
  nextRevision,
  type OrderRow,
  openOrders,
  ordersToRelease,
  releaseKey,
  releaseLeaseMs,
  releaseLeaseOf,
} from '../../../../src/bff/ledger/orders/orders.ts';
import {
  beginRelease,
  endRelease,
  ordersOfSends,
  postponeRelease,
  refuseRelease,
  releasesOf,
  stopOrder,
} from '../../../../src/bff/ledger/orders/releases.ts';
import type { UserRow } from '../../../../src/bff/ledger/people/users.ts';
import { intend } from '../../../../src/bff/ledger/sends/sends.ts';
import { takeLease } from '../../../../src/bff/ledger/store/leases.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { isOpenOrder, orderStates } from '../../../../src/contract/api/order-states.ts';
import { sendKeyPattern } from '../../../../src/contract/api/send-key.ts';
import { openStore } from '../../../support/open-store.ts';
import { addPerson } from '../../../support/people.ts';
import { stores } from '../../../support/stores.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();

test('a release has the UUID of version 5 of its order and number', () => {
  // As another program makes it: python3 -c 'import uuid; print(uuid.uuid5(uuid.NAMESPACE_DNS, "1"))'
  const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  expect(releaseKey(dns, 1)).toMatch(sendKeyPattern);
  expect(releaseKey(dns, 1)).toBe('b04965e6-a9bb-591f-8f8a-1adcb2c8dc39');
  expect(releaseKey(dns, 2)).not.toBe(releaseKey(dns, 1));
  expect(releaseKey(randomUUID(), 1)).not.toBe(releaseKey(dns, 1));
});

describe.each(stores())('orders on $name', ({ create }) => {
  let db: LedgerDb;
  let ana: UserRow;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    ana = await addPerson(db, { email: 'ana@example.com', name: 'ana', at: at(0) });
  });

  const given = (change: Partial<NewOrder> = {}): NewOrder => ({
    ...{ id: randomUUID(), user_id: ana.id, guard_scope: ana.id, body_hash: 'body' },
    ...{ destination_account_id: '501', fingerprint: 'print', source_amount_cents: '100' },
    ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
    ...{ kind: 'held', waits_for: 'time', release_at: at(20), ...change },
  });
  async function add(change: Partial<NewOrder> = {}): Promise<OrderRow> {
    const row = await addOrder(db, given(change), at(0));
    if (!row) throw new Error('not added');
    return row;
  }
  async function releasing(change: Partial<NewOrder> = {}): Promise<OrderRow> {
    const row = await beginRelease(db, await add(change), at(20));
    if (!row) throw new Error('not begun');
    return row;
  }

  test('are added once, and one identical at a time is held', async () => {
    const row = await add();
    expect(row).toMatchObject({ state: 'waiting', revision: 1, occurrence: 1 });
    expect(await addOrder(db, given({ id: row.id, body_hash: 'other' }), at(1))).toBeNull();
    expect(await addOrder(db, given(), at(1))).toBeNull();
    expect(await findHeldDuplicate(db, ana.id, 'body')).toEqual(row);
    expect(await addOrder(db, given({ kind: 'once' }), at(1))).not.toBeNull();
    await stopOrder(db, row, ana.id, at(2));
    expect(await findHeldDuplicate(db, ana.id, 'body')).toBeUndefined();
    expect(await addOrder(db, given(), at(3))).not.toBeNull();
  });

  test('are due by their time, or while they are being released', async () => {
    const late = await add({ release_at: at(9), body_hash: '1' });
    const taken = await releasing({ release_at: at(5), body_hash: '2' });
    await add({ release_at: at(11), body_hash: '3' });
    await add({ release_at: at(1), body_hash: '4', waits_for: 'person' });
    await stopOrder(db, await add({ release_at: at(1), body_hash: '5' }), ana.id, at(2));
    const now = Date.parse(at(10));
    const due = async (partSize?: number) =>
      (await ordersToRelease(db, now, partSize)).map(({ id }) => id);
    expect(await due()).toEqual([taken.id, late.id].sort());
    // In parts, until one is short.
    expect(await due(1)).toEqual([taken.id, late.id].sort());
    expect(await due(2)).toHaveLength(2);
    // One waits for its next try; the lease of the other one was written while the clock was wrong.
    await takeLease(db, releaseLeaseOf(late.id), now, releaseLeaseMs);
    await takeLease(db, releaseLeaseOf(taken.id), now + 9 * releaseLeaseMs, releaseLeaseMs);
    expect(await due()).toEqual([taken.id]);
    const later = await ordersToRelease(db, now + releaseLeaseMs + 1);
    expect(later.map(({ id }) => id)).toContain(late.id);
    expect(await nextReleaseAt(db)).toBe(at(9));
    expect(await openOrders(db, ana.id)).toHaveLength(4);
    expect(await openOrders(db, 'somebody else')).toEqual([]);
    expect(await openOrders(db, null)).toHaveLength(4);
  });

  test('change only as they were seen, and in the states that are named', async () => {
    const row = await add();
    const seen = { id: row.id, revision: row.revision + 1 };
    expect(await changeOrder(db, seen, ['waiting'], { floor: '1' }, at(1))).toBeNull();
    expect(await changeOrder(db, row, ['releasing'], { floor: '1' }, at(1))).toBeNull();
    expect(await changeOrder(db, row, [], { floor: '1' }, at(1))).toBeNull();
    expect(await findOrder(db, row.id)).toEqual(row);
    const changed = await changeOrder(db, row, ['waiting'], { floor: '1' }, at(1));
    expect(changed).toEqual({ ...row, floor: '1', updated_at: at(1) });
  });

  test('are released with the key of their number, once', async () => {
    const row = await releasing({ proven_revision: 1 });
    const key = releaseKey(row.id, 1);
    expect(await releasesOf(db, row.id)).toMatchObject([
      { occurrence: 1, key, state: 'releasing' },
    ]);
    expect(await ordersOfSends(db, [key, 'none'])).toEqual(new Map([[key, row.id]]));
    const ended = await endRelease(db, row, null, at(21));
    expect(ended).toMatchObject({ state: 'released', release_at: null, revision: 2 });
    expect(await releasesOf(db, row.id)).toMatchObject([{ state: 'released', at: at(21) }]);
    expect(await endRelease(db, row, null, at(22))).toBeNull();
    expect(await beginRelease(db, row, at(22))).toBeNull();
    expect(await stopOrder(db, row, ana.id, at(22))).toBeNull();
  });

  test('that repeat wait for the next number, with the proof that was given', async () => {
    const row = await releasing({ kind: 'monthly', proven_revision: 1, after_sent: 'earlier' });
    const next = { occurrence: 2, release_at: at(50) };
    const waits = await endRelease(db, row, next, at(21));
    expect(waits).toMatchObject({ state: 'waiting', ...next, revision: 2, proven_revision: 2 });
    expect(waits?.after_sent).toBeNull();
    expect(await releasesOf(db, row.id)).toMatchObject([{ occurrence: 1, state: 'released' }]);
    const again = waits && (await beginRelease(db, waits, at(50)));
    expect(again?.occurrence).toBe(2);
    expect((await releasesOf(db, row.id)).map(({ state }) => state)).toEqual([
      'releasing',
      'released',
    ]);
  });

  test('are taken up again by whoever comes next, and given back as they were', async () => {
    const row = await releasing();
    expect(await beginRelease(db, row, at(30))).toMatchObject({ state: 'releasing', revision: 1 });
    const later = { release_at: at(40), reason: 'service-unreachable' };
    expect(await postponeRelease(db, row, later, at(31))).toMatchObject({
      ...{ state: 'waiting', revision: 1, ...later },
    });
    expect(await postponeRelease(db, row, later, at(32))).toBeNull();
  });

  test('ask the person when they are refused, as another revision', async () => {
    const row = await releasing({ proven_revision: 1 });
    const asks = await refuseRelease(db, row, 'recipient-changed', at(21));
    expect(asks).toMatchObject({ state: 'needs_you', reason: 'recipient-changed', revision: 2 });
    expect(asks?.proven_revision).toBe(2);
    expect(await endRelease(db, row, null, at(22))).toBeNull();
    expect(await stopOrder(db, row, ana.id, at(22))).toBeNull();
    expect(asks && (await stopOrder(db, asks, ana.id, at(22)))).toMatchObject({ state: 'stopped' });
  });

  test('are stopped while they are being released, and then not released', async () => {
    const row = await releasing();
    const stopped = await stopOrder(db, row, ana.id, at(21));
    expect(stopped).toMatchObject({ state: 'stopped', ended_by: ana.id, revision: 2 });
    expect(await endRelease(db, row, null, at(22))).toBeNull();
    expect(await refuseRelease(db, row, 'late', at(22))).toBeNull();
    expect(await releasesOf(db, row.id)).toMatchObject([{ state: 'refused', reason: 'stopped' }]);
  });

  test('are stopped or released, whichever is first of many at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const row = await releasing({ body_hash: `${round}` });
      const both = await Promise.all([
        stopOrder(db, row, ana.id, at(21)),
        endRelease(db, row, null, at(21)),
        stopOrder(db, row, ana.id, at(21)),
        endRelease(db, row, null, at(21)),
      ]);
      const first = both.filter((one) => one !== null);
      expect(first).toHaveLength(1);
      expect(await findOrder(db, row.id)).toEqual(first[0]);
    }
  });

  test('of a person who is erased are stopped, without what they wrote', async () => {
    const row = await releasing({ note: 'rent', reference: 'March' });
    const ended = await stopOrder(db, await add({ body_hash: '2', note: 'gift' }), ana.id, at(1));
    await erasePerson(db, ana, at(30));
    expect(await findOrder(db, row.id)).toMatchObject({
      ...{ state: 'stopped', reason: 'erased', revision: 2, note: null, reference: null },
    });
    expect(await findOrder(db, ended?.id ?? '')).toMatchObject({ note: null, reason: null });
    expect(await endRelease(db, row, null, at(31))).toBeNull();
    expect(await releasesOf(db, row.id)).toMatchObject([{ state: 'refused', reason: 'stopped' }]);
  });

  test('are deleted by their age though their id is kept as used already', async () => {
    const row = await add();
    await stopOrder(db, row, ana.id, at(1));
    const forgotten = { key: row.id, forgotten_at: at(1) };
    await db.insertInto('forgotten_sends').values(forgotten).execute();
    const retention = { ...retentionOf({}), sends: 60_000 };
    await applyRetention(db, retention, Date.parse(at(0)) + 24 * 60 * 60_000);
    expect(await findOrder(db, row.id)).toBeUndefined();
    expect(await isForgotten(db, row.id)).toBe(true);
  });

  test('are kept while one of their sends is, and their ids stay used', async () => {
    const retention = { ...retentionOf({}), sends: 60_000 };
    const row = await releasing();
    await endRelease(db, row, null, at(21));
    const stopped = await add();
    await stopOrder(db, stopped, ana.id, at(22));
    const waits = await add();
    const key = releaseKey(row.id, 1);
    const intent = {
      ...{ key, user_id: ana.id, guard_scope: ana.id, body_hash: 'body', quote: null },
      ...{ destination_account_id: '501', source_amount_cents: '100', after_unresolved: null },
      ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
      known_transfer_ids: '[]',
    };
    await intend(db, intent, at(21));
    const day = 24 * 60 * 60_000;
    await applyRetention(db, retention, Date.parse(at(0)) + day);
    expect(await findOrder(db, stopped.id)).toBeUndefined();
    expect(await isForgotten(db, stopped.id)).toBe(true);
    expect(await findOrder(db, row.id)).toBeDefined();
    await db.updateTable('sends').set({ state: 'sent', transfer_id: '9001' }).execute();
    await applyRetention(db, retention, Date.parse(at(0)) + 2 * day);
    expect(await findOrder(db, row.id)).toBeUndefined();
    expect(await releasesOf(db, row.id)).toEqual([]);
    expect(await isForgotten(db, row.id)).toBe(true);
    expect(await findOrder(db, waits.id)).toEqual(waits);
  });
});

test('an order can be sent as long as it has not ended', () => {
  expect(orderStates.filter(isOpenOrder)).toEqual(['waiting', 'releasing', 'needs_you']);
});

test('a proof is of one revision, and of one release or of all', () => {
  const none = { approved_revision: null };
  const next = { revision: 2, occurrence: 3 };
  const proven = { ...next, ...none, proven_revision: 2, proven_occurrence: null };
  expect(isProven(proven)).toBe(true);
  expect(isProven({ ...proven, proven_occurrence: 3 })).toBe(true);
  expect(isProven({ ...proven, proven_occurrence: 2 })).toBe(false);
  for (const proven_revision of [1, 3, null]) {
    expect(isProven({ ...proven, proven_revision })).toBe(false);
    expect(nextRevision({ ...proven, proven_revision }).proven_revision).toBeNull();
  }
  expect(nextRevision(proven)).toEqual({ ...none, revision: 3, proven_revision: 3 });
  const approved = { ...next, approved_revision: 2, approved_occurrence: null };
  expect(isApproved(approved)).toBe(true);
  expect(isApproved({ ...approved, approved_occurrence: 2 })).toBe(false);
  expect(nextRevision({ ...proven, ...approved }).approved_revision).toBe(3);
  expect(nextRevision({ ...proven, approved_revision: 1 }).approved_revision).toBeNull();
});

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { markRestored } from '../../../src/bff/ledger/keep/restore.ts';
import { askAfterLoss } from '../../../src/bff/ledger/orders/after-loss.ts';
import { findOrder, type OrderRow, releaseKey } from '../../../src/bff/ledger/orders/orders.ts';
import { own } from '../../../src/bff/ledger/people/owners.ts';
import type { UserRow } from '../../../src/bff/ledger/people/users.ts';
import { findSend } from '../../../src/bff/ledger/sends/sends.ts';
import { releaseHold } from '../../../src/bff/ledger/store/holds.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { timestamp } from '../../../src/bff/lib/timestamp.ts';
import { resumeAsSeen, stopAsSeen } from '../../../src/bff/orders/change-order.ts';
import { type OrderDeps, sendOrHold } from '../../../src/bff/orders/make-order.ts';
import { passDays } from '../../../src/bff/orders/missed.ts';
import { orderOf } from '../../../src/bff/orders/order-row.ts';
import { releaseOrder } from '../../../src/bff/orders/release.ts';
import {
  pauseScheduled,
  scheduleOrder,
  skipDay,
} from '../../../src/bff/orders/scheduled-orders.ts';
import { stopForSupport } from '../../../src/bff/orders/support-orders.ts';
import { findLostSends } from '../../../src/bff/sends/lost-sends.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import type { Transfer, TransferRequest } from '../../../src/contract/transfer.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { began, bodyOf, sendDepsOf, shown, transferOf } from '../sends/send-fixtures.ts';

describe.each(stores())('orders of a backup from before their release, on $name', ({ create }) => {
  let db: LedgerDb;
  let ana: UserRow;
  let posted: Transfer[];
  let time: number;

  beforeEach(async () => {
    [db, posted, time] = [await (await openStore(create)).open(), [], began];
    ana = await addPerson(db, { email: 'ana@giro.example', at: timestamp(began) });
    for (const id of ['501', '502']) await own(db, 'account', id, ana.id, timestamp(began));
  });

  /** Of a process that remembers nothing. */
  const newDeps = (): OrderDeps => ({
    ...sendDepsOf(db, () => time, {
      client: {
        async createTransfer(request) {
          const transfer = transferOf(request, posted.length);
          posted.push(transfer);
          return transfer;
        },
      },
    }),
    hold: { seconds: 10, newRecipientSeconds: 0 },
    onDue() {},
  });
  async function make(body: number): Promise<OrderRow> {
    const request = shown(bodyOf(body));
    const answer = await sendOrHold(newDeps(), ana, randomUUID(), request, null);
    if (!('order' in answer)) throw new Error('not held');
    return answer.order;
  }
  const schedule = (body: TransferRequest, first_day: string): Promise<OrderRow> =>
    scheduleOrder(
      newDeps(),
      ana.id,
      {
        ...{ id: randomUUID(), ...shown(body), kind: 'monthly' },
        days: { first_day, time: '09:00', zone: 'America/Santiago' },
      },
      null,
    );
  const now = async (order: OrderRow): Promise<OrderRow> => {
    const row = await findOrder(db, order.id);
    if (!row) throw new Error('no order');
    return row;
  };

  async function newsKinds(): Promise<string[]> {
    const news = await db.selectFrom('news').select('kind').orderBy('number').execute();
    return news.map(({ kind }) => kind);
  }

  /** Two orders, one of which is then sent, and the other stopped; and the ledger as it was before that. */
  async function restore(): Promise<{ sent: OrderRow; stopped: OrderRow }> {
    const [sent, stopped] = [await make(0), await make(1)];
    time += 10_000;
    expect(await releaseOrder(newDeps(), sent)).toBe('released');
    await stopAsSeen(newDeps(), stopped, 1, ana.id);
    const later = ['order_releases', 'orders', 'send_snapshots', 'sends', 'sightings'] as const;
    for (const table of later) await db.deleteFrom(table).execute();
    await db.deleteFrom('owners').where('kind', '=', 'transfer').execute();
    await db.insertInto('orders').values([sent, stopped]).execute();
    const list_at = timestamp(began);
    await db.updateTable('mirror').set({ as_of: list_at }).execute();
    await db.transaction().execute((tx) => markRestored(tx, list_at, timestamp(time)));
    return { sent, stopped };
  }

  test('are not released while it is on hold', async () => {
    const orders = await restore();
    for (const order of [orders.sent, orders.stopped]) {
      expect(await releaseOrder(newDeps(), order)).toBe('later');
      expect(await now(order)).toEqual(order);
    }
    expect(posted).toHaveLength(1);
  });

  test('ask their people afterwards, and are not sent twice', async () => {
    const { sent, stopped } = await restore();
    await db.transaction().execute(async (tx) => {
      const lists = { transfers: posted, odd: 0 };
      const hold = { list_at: timestamp(began) };
      const found = await findLostSends(tx, hold, lists, 'own', timestamp(time));
      expect([found.bound.length, found.review.length]).toEqual([1, 0]);
      await releaseHold(tx, timestamp(time));
      expect(await askAfterLoss(tx, timestamp(time))).toBe(2);
    });
    for (const order of [sent, stopped]) {
      expect(await now(order)).toMatchObject({ state: 'needs_you', reason: 'restored' });
      expect(await releaseOrder(newDeps(), await now(order))).toBe('changed');
    }
    expect(
      await db.selectFrom('news').select('kind').where('kind', '=', 'order-unsure').execute(),
    ).toHaveLength(2);
    // Whoever sends it all the same is told that it was sent.
    await resumeAsSeen(newDeps(), sent, { revision: 2 }, '');
    expect(await releaseOrder(newDeps(), await now(sent))).toBe('asks');
    expect((await now(sent)).reason).toBe('sent-before');
    expect(posted).toHaveLength(1);
  });

  test('are not called unsent once their person stopped them', async () => {
    const order = await make(0);
    await db.transaction().execute((tx) => askAfterLoss(tx, timestamp(time)));
    const unsure_since = timestamp(time);
    const stopped = await stopAsSeen(newDeps(), order, 2, ana.id);
    expect(orderOf(stopped, null)).toMatchObject({ state: 'stopped', reason: null, unsure_since });
    expect(orderOf(stopped, null)).not.toHaveProperty('stopped_because');
  });

  test('are not called unsent once support stopped them, with its reason beside', async () => {
    const order = await make(0);
    const unsure_since = timestamp(time);
    await db.transaction().execute((tx) => askAfterLoss(tx, unsure_since));
    const because = { revision: 2, reason: 'asked by phone' };
    const stopped = await stopForSupport(newDeps(), order, because, ana.id);
    const shownAs = { state: 'stopped', unsure_since, stopped_because: 'asked by phone' };
    expect(orderOf(stopped, null)).toMatchObject(shownAs);
    expect(await newsKinds()).toEqual(['order-unsure', 'order-stopped-unsure']);
  });

  test('are not called unsent where their person answered, and Giro asks for another reason', async () => {
    const { sent } = await restore();
    await db.transaction().execute(async (tx) => {
      await releaseHold(tx, timestamp(time));
      await askAfterLoss(tx, timestamp(time));
    });
    const unsure_since = timestamp(time);
    await resumeAsSeen(newDeps(), sent, { revision: 2 }, '');
    time += 25 * 3_600_000;
    expect(await releaseOrder(newDeps(), await now(sent))).toBe('asks');
    expect(await now(sent)).toMatchObject({ reason: 'late', unsure_since });
    expect(await newsKinds()).not.toContain('order-asks');
    const stopped = await stopAsSeen(newDeps(), sent, 4, ana.id);
    expect(orderOf(stopped, null)).toMatchObject({ state: 'stopped', unsure_since });
  });

  test('that were paused stay so, and are not called unsent either', async () => {
    const made = await schedule(bodyOf(0), '2026-01-31');
    const by = { id: made.id, user_id: ana.id };
    await pauseScheduled(newDeps(), { ...by, revision: 1 }, true);
    const unsure_since = timestamp(time);
    expect(await db.transaction().execute((tx) => askAfterLoss(tx, unsure_since))).toBe(0);
    const paused = { state: 'waiting', waits_for: 'person', revision: 2, unsure_since };
    expect(await now(made)).toMatchObject(paused);
    await pauseScheduled(newDeps(), { ...by, revision: 2 }, false);
    await stopAsSeen(newDeps(), made, 3, ana.id);
    expect(await now(made)).toMatchObject({ state: 'stopped', unsure_since });
  });

  test('are known again once the occurrence in doubt is skipped or sent', async () => {
    const [skipped, sent] = [
      await schedule(bodyOf(0), '2026-01-31'),
      await schedule(bodyOf(1), '2026-01-31'),
    ];
    await db.transaction().execute((tx) => askAfterLoss(tx, timestamp(time)));
    const by = { id: skipped.id, user_id: ana.id };
    await skipDay(newDeps(), { ...by, revision: 2 }, '2026-01-31');
    time = Date.parse(sent.release_at ?? '');
    await resumeAsSeen(newDeps(), sent, { revision: 2 }, '');
    expect(await releaseOrder(newDeps(), await now(sent))).toBe('released');
    for (const order of [skipped, sent])
      expect(await now(order)).toMatchObject({ occurrence: 2, unsure_since: null });
  });

  test.each(['sent', 'skipped'])(
    'ask about the next day too, once one in doubt is %s',
    async (how) => {
      const made = await schedule(bodyOf(0), '2026-01-31');
      // Both days lie before the loss, and the second one is not a day late.
      time = Date.parse('2026-02-28T13:00:00.000Z');
      await db.transaction().execute(async (tx) => {
        await markRestored(tx, timestamp(began), timestamp(time));
        await releaseHold(tx, timestamp(time));
        await askAfterLoss(tx, timestamp(time));
      });
      const unsure_since = timestamp(time);
      time += 1_000;
      await resumeAsSeen(newDeps(), made, { revision: 2 }, '');
      if (how === 'sent') expect(await releaseOrder(newDeps(), await now(made))).toBe('released');
      else {
        const seen = { id: made.id, user_id: ana.id, revision: 3 };
        await skipDay(newDeps(), seen, '2026-01-31');
      }
      const asks = { state: 'needs_you', reason: 'restored', occurrence: 2 };
      expect(await now(made)).toMatchObject({ ...asks, unsure_since });
      expect(await releaseOrder(newDeps(), await now(made))).toBe('changed');
      expect(posted).toHaveLength(how === 'sent' ? 1 : 0);
      const told = how === 'sent' ? 2 : 1;
      expect((await newsKinds()).filter((kind) => kind === 'order-unsure')).toHaveLength(told);
    },
  );

  test('that have a day to come are kept for it, with the least that their person set', async () => {
    const made = await schedule(bodyOf(0), '2026-01-31');
    await db.updateTable('orders').set({ floor: '1000' }).execute();
    await db.transaction().execute((tx) => askAfterLoss(tx, timestamp(time)));
    const quote = { rate: '1', destination_amount_cents: 10n, taken_at: timestamp(time) };
    await resumeAsSeen(newDeps(), made, { revision: 2, quote }, '');
    const kept = { state: 'waiting', reason: null, release_at: made.release_at, revision: 3 };
    expect(await now(made)).toMatchObject({ ...kept, floor: '1000', floor_once: null });
    await passDays(newDeps(), true);
    expect(await now(made)).toMatchObject(kept);
  });

  test('whose day came while it was answered are asked about again at a worse rate', async () => {
    const made = await schedule(bodyOf(0), '2026-01-31');
    await db.updateTable('orders').set({ floor: '1000' }).execute();
    await db.transaction().execute((tx) => askAfterLoss(tx, timestamp(time)));
    time = Date.parse(made.release_at ?? '') + 1_000;
    await resumeAsSeen(newDeps(), made, { revision: 2 }, '');
    expect(await now(made)).toMatchObject({ release_at: timestamp(time), floor_once: null });
  });

  test('are neither stopped, skipped nor paused while it is on hold', async () => {
    const monthly = await schedule(bodyOf(0), '2026-01-31');
    const { sent } = await restore();
    await db.insertInto('orders').values(monthly).execute();
    const by = { id: monthly.id, revision: 1, user_id: ana.id };
    const held = { problem: 'ledger-held' };
    const because = { revision: 1, reason: 'asked by phone' };
    await expect(stopAsSeen(newDeps(), sent, 1, ana.id)).rejects.toMatchObject(held);
    await expect(stopForSupport(newDeps(), sent, because, ana.id)).rejects.toMatchObject(held);
    await expect(skipDay(newDeps(), by, '2026-01-31')).rejects.toMatchObject(held);
    await expect(pauseScheduled(newDeps(), by, true)).rejects.toMatchObject(held);
    expect([await now(sent), await now(monthly)]).toEqual([sent, monthly]);
  });

  /** Releases an order, and lets the ledger forget that, but for the send, which was written again. */
  async function forgetRelease(order: OrderRow) {
    expect(await releaseOrder(newDeps(), order)).toBe('released');
    await db.deleteFrom('order_releases').execute();
    await db.updateTable('orders').set(order).where('id', '=', order.id).execute();
  }

  test('are not stopped where their send was written again', async () => {
    const order = await make(0);
    time += 10_000;
    await forgetRelease(order);
    const changed = { problem: 'order-changed' };
    const because = { revision: 1, reason: 'asked by phone' };
    await expect(stopAsSeen(newDeps(), order, 1, ana.id)).rejects.toMatchObject(changed);
    await expect(stopForSupport(newDeps(), order, because, ana.id)).rejects.toMatchObject(changed);
    expect(await now(order)).toEqual(order);
  });

  test('are not stopped where their send was written again, and what changed them before is lost', async () => {
    const order = await make(0);
    time += 10_000;
    await forgetRelease({ ...order, source_amount_cents: '7', body_hash: 'another' });
    const changed = { problem: 'order-changed' };
    await expect(stopAsSeen(newDeps(), order, 1, ana.id)).rejects.toMatchObject(changed);
    expect(await releaseOrder(newDeps(), await now(order))).toBe('released');
    expect([posted.length, (await now(order)).state]).toEqual([1, 'released']);
  });

  test('end with a send that was written again, however late and at whatever rate', async () => {
    const order = await make(0);
    time += 10_000;
    await forgetRelease(order);
    // More than anything that could arrive.
    await db
      .updateTable('orders')
      .set({ floor: `${10n ** 18n}` })
      .execute();
    time += 25 * 3_600_000;
    expect(await releaseOrder(newDeps(), await now(order))).toBe('released');
    expect(await now(order)).toMatchObject({ state: 'released' });
    expect(posted).toHaveLength(1);
  });

  test('end with a send that was written again, also if the service had refused it', async () => {
    const order = await make(0);
    time += 10_000;
    const createTransfer = async () => {
      throw new ServiceError('refused', 'not today', { status: 400 });
    };
    expect(await releaseOrder({ ...newDeps(), client: { createTransfer } }, order)).toBe('changed');
    expect(await findSend(db, releaseKey(order.id, 1))).toMatchObject({ state: 'refused' });
    await db.deleteFrom('order_releases').execute();
    await db.updateTable('orders').set(order).where('id', '=', order.id).execute();
    expect(await releaseOrder(newDeps(), order)).toBe('released');
    expect(await now(order)).toMatchObject({ state: 'released' });
    expect(posted).toEqual([]);
  });

  test('of a day whose send was written again are neither missed nor skipped', async () => {
    const order = await schedule(bodyOf(0), '2026-01-31');
    time = Date.parse(order.release_at ?? '');
    await forgetRelease(order);
    const by = { id: order.id, revision: 1, user_id: ana.id };
    const changed = { problem: 'order-changed' };
    await expect(skipDay(newDeps(), by, '2026-01-31')).rejects.toMatchObject(changed);
    await expect(pauseScheduled(newDeps(), by, true)).rejects.toMatchObject(changed);
    time += 25 * 3_600_000;
    await passDays(newDeps(), true);
    expect(await now(order)).toEqual(order);
    expect(await releaseOrder(newDeps(), order)).toBe('released');
    expect(await now(order)).toMatchObject({ state: 'waiting', occurrence: 2 });
    const news = await db.selectFrom('news').select('kind').execute();
    expect(news.filter(({ kind }) => kind === 'order-missed')).toEqual([]);
    expect(posted).toHaveLength(1);
  });

  test('end without asking where their send was written again', async () => {
    const order = await make(0);
    time += 10_000;
    await forgetRelease(order);
    expect(await db.transaction().execute((tx) => askAfterLoss(tx, timestamp(time)))).toBe(0);
    expect((await now(order)).state).toBe('released');
    expect(posted).toHaveLength(1);
  });
});

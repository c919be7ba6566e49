import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderRow } from '../../../src/bff/ledger/orders/orders.ts';
import { releasesOf } from '../../../src/bff/ledger/orders/releases.ts';
import { resumeAsSeen } from '../../../src/bff/orders/change-order.ts';
import { stores } from '../../support/stores.ts';
import { createOrders } from './order-fixture.ts';

describe.each(stores())('a weekly order that asks, on $name', ({ create }) => {
  let orders: Awaited<ReturnType<typeof createOrders>>;
  beforeEach(async () => {
    orders = await createOrders(create);
  });

  /** One whose first day, 10 January at 12:00 UTC, was not sent. */
  async function asking(reason = 'rate-not-available'): Promise<OrderRow> {
    const { schedule, forget, now } = orders;
    const order = await schedule();
    await forget({ ...order, state: 'needs_you', reason, revision: 2 });
    return now(order);
  }
  /** Presses Send now, and lets a worker look. */
  async function press(order: OrderRow, time: string) {
    orders.clock.time = Date.parse(time);
    await resumeAsSeen(orders.newDeps(), order, { revision: order.revision }, '');
    await orders.lookAt(time);
  }
  const became = async ({ id }: OrderRow) =>
    (await releasesOf(orders.db, id)).map(({ occurrence, state }) => [occurrence, state]);
  const nextIs = async (order: OrderRow, occurrence: number, release_at: string) =>
    expect(await orders.now(order)).toMatchObject({ state: 'waiting', occurrence, release_at });

  test('sends this day once when its person says so, and the next one on its own day', async () => {
    const { posted, lookAt } = orders;
    const order = await asking();
    await press(order, '2026-01-10T17:00:00.000Z');
    expect(posted).toHaveLength(1);
    // Counted from the calendar, and not from the press.
    await nextIs(order, 2, '2026-01-17T12:00:00.000Z');
    for (const time of ['2026-01-10T17:00:01Z', '2026-01-11T12:00:01Z', '2026-01-17T11:59:59Z']) {
      await lookAt(time);
      expect(posted).toHaveLength(1);
    }
    await lookAt('2026-01-17T12:00:00Z');
    expect(posted).toHaveLength(2);
    await nextIs(order, 3, '2026-01-24T12:00:00.000Z');
    expect(await became(order)).toEqual([
      [2, 'released'],
      [1, 'released'],
    ]);
  });

  test('sends it also if the press came at the last moment, and the worker a day late', async () => {
    const { posted, lookAt, newDeps, clock, news } = orders;
    const order = await asking();
    clock.time = Date.parse('2026-01-11T11:59:59Z');
    await resumeAsSeen(newDeps(), order, { revision: 2 }, '');
    await lookAt('2026-01-12T11:59:58Z');
    expect(posted).toHaveLength(1);
    expect(await news()).toEqual([]);
    await nextIs(order, 2, '2026-01-17T12:00:00.000Z');
  });

  test('has missed the day if nobody could send it for a day after the press, and says so', async () => {
    const { posted, lookAt, newDeps, clock, news } = orders;
    const order = await asking();
    clock.time = Date.parse('2026-01-10T17:00:00Z');
    await resumeAsSeen(newDeps(), order, { revision: 2 }, '');
    await lookAt('2026-01-11T17:00:01Z');
    expect(posted).toEqual([]);
    expect(await became(order)).toEqual([[1, 'missed']]);
    expect((await news()).map(({ kind }) => kind)).toEqual(['order-missed']);
    await nextIs(order, 2, '2026-01-17T12:00:00.000Z');
  });

  test('refuses a press for a day that was passed over, and sends the next one', async () => {
    const { posted, lookAt, newDeps, news } = orders;
    const order = await asking();
    await lookAt('2026-01-11T12:00:01Z');
    const late = resumeAsSeen(newDeps(), order, { revision: 2 }, '');
    await expect(late).rejects.toMatchObject({ problem: 'order-changed' });
    expect((await news()).map(({ kind }) => kind)).toEqual(['order-missed']);
    await lookAt('2026-01-17T12:00:00Z');
    expect(posted).toHaveLength(1);
    expect(await became(order)).toEqual([
      [2, 'released'],
      [1, 'missed'],
    ]);
  });

  test('asks about a next day that is due by then, after a loss: not two at once, and none skipped', async () => {
    const { posted, lookAt, now, newDeps, clock } = orders;
    const order = await asking('restored');
    await press(order, '2026-01-17T13:00:00.000Z');
    await lookAt('2026-01-17T13:00:01Z');
    expect(posted).toHaveLength(1);
    const second = await now(order);
    expect(second).toMatchObject({ state: 'needs_you', reason: 'sent-before', occurrence: 2 });
    clock.time += 60_000;
    const after_sent = (await releasesOf(orders.db, order.id)).at(-1)?.key ?? '';
    await resumeAsSeen(newDeps(), second, { revision: second.revision, after_sent }, '');
    await lookAt(clock.time);
    expect(posted).toHaveLength(2);
    await nextIs(order, 3, '2026-01-24T12:00:00.000Z');
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { markRestored } from '../../../../src/bff/ledger/keep/restore.ts';
import { askAfterLoss } from '../../../../src/bff/ledger/orders/after-loss.ts';
import type { OrderRow } from '../../../../src/bff/ledger/orders/orders.ts';
import { releasesOf } from '../../../../src/bff/ledger/orders/releases.ts';
import { readAudit } from '../../../../src/bff/ledger/people/audit.ts';
import { releaseHold } from '../../../../src/bff/ledger/store/holds.ts';
import { timestamp } from '../../../../src/bff/lib/timestamp.ts';
import { resumeAsSeen, stopAsSeen } from '../../../../src/bff/orders/change-order.ts';
import { passDays } from '../../../../src/bff/orders/missed.ts';
import { releaseOrder } from '../../../../src/bff/orders/release.ts';
import { pauseScheduled, skipDay } from '../../../../src/bff/orders/scheduled-orders.ts';
import { stores } from '../../../support/stores.ts';
import { createOrders, dayMs } from '../../orders/order-fixture.ts';
import { began } from '../../sends/send-fixtures.ts';

describe.each(stores())('orders after a loss, on $name', ({ create }) => {
  let orders: Awaited<ReturnType<typeof createOrders>>;
  beforeEach(async () => {
    orders = await createOrders(create);
  });

  /** Ends the hold of a ledger that lost what came after its beginning. */
  async function release(time: string): Promise<number> {
    const { db, clock } = orders;
    clock.time = Date.parse(time);
    await db.updateTable('mirror').set({ as_of: time }).execute();
    return db.transaction().execute(async (tx) => {
      await markRestored(tx, timestamp(began), timestamp(clock.time));
      await releaseHold(tx, timestamp(clock.time));
      return askAfterLoss(tx, timestamp(clock.time));
    });
  }

  /** Stops an order, which is then lost. */
  async function loseStop(): Promise<OrderRow> {
    const { newDeps, schedule, forget, ana } = orders;
    const order = await schedule();
    await stopAsSeen(newDeps(), order, 1, ana.id);
    await forget(order);
    return order;
  }

  /** Sends the first day, and forgets that, but for the send. @param before how the ledger has the order */
  async function loseRelease(before: Partial<OrderRow> = {}): Promise<OrderRow> {
    const { db, newDeps, schedule, forget, clock } = orders;
    const order = await schedule();
    clock.time = Date.parse(order.release_at ?? '');
    expect(await releaseOrder(newDeps(), order)).toBe('released');
    await db.deleteFrom('order_releases').execute();
    await forget({ ...order, ...before });
    return order;
  }

  test('whose stop was lost are not sent by themselves, however long nobody answers', async () => {
    const { posted, now, lookAt, news } = orders;
    const order = await loseStop();
    // The day was two days ago.
    expect(await release('2026-01-12T12:00:00Z')).toBe(1);
    const asks = { state: 'needs_you', reason: 'restored', occurrence: 1, revision: 2 };
    for (const day of ['2026-01-12T12:00:01Z', '2026-01-17T12:00:01Z', '2026-03-01T12:00:00Z']) {
      await lookAt(day);
      expect(await now(order)).toMatchObject(asks);
    }
    expect(posted).toEqual([]);
    expect(await news()).toEqual([
      { kind: 'order-unsure', subject: `order ${order.id} 2026-01-12T12:00:00.000Z` },
    ]);
  });

  test('that asked before ask again, and about what they may have become', async () => {
    const { posted, now, lookAt, news, forget } = orders;
    const order = await loseStop();
    await forget({ ...order, state: 'needs_you', reason: 'worse-rate' });
    expect(await release('2026-01-12T12:00:00Z')).toBe(1);
    await lookAt('2026-01-17T12:00:01Z');
    expect(await now(order)).toMatchObject({ state: 'needs_you', reason: 'restored', revision: 2 });
    // Another restore of the same backup is told again.
    await forget(order);
    expect(await release('2026-01-18T12:00:00Z')).toBe(1);
    expect(await news()).toHaveLength(2);
    expect(posted).toEqual([]);
  });

  test('are told of no day as unsent that may have been sent', async () => {
    const { newDeps, now, lookAt, news, clock } = orders;
    const order = await loseStop();
    await release('2026-01-26T12:00:00Z');
    await resumeAsSeen(newDeps(), await now(order), { revision: 2 }, '');
    // Giro was down for the day.
    await lookAt(clock.time + dayMs);
    expect(await now(order)).toMatchObject({ state: 'waiting', occurrence: 4 });
    expect((await news()).map(({ kind }) => kind)).toEqual(['order-unsure', 'order-unsure']);
    // A day after the loss was not sent.
    await lookAt('2026-02-02T12:00:00Z');
    expect((await news()).at(-1)).toEqual({
      ...{ kind: 'order-missed', subject: `order ${order.id} 4 2026-02-02T12:00:00.000Z` },
    });
  });

  test('ask about the next day too, if one is skipped and that may have been sent', async () => {
    const { newDeps, ana, now, lookAt, posted } = orders;
    const order = await loseStop();
    await release('2026-01-17T12:00:01Z');
    const by = { id: order.id, user_id: ana.id };
    await skipDay(newDeps(), { ...by, revision: 2 }, '2026-01-10');
    const asks = { state: 'needs_you', reason: 'restored', occurrence: 2, revision: 3 };
    await lookAt('2026-01-17T12:00:02Z');
    expect(await now(order)).toMatchObject(asks);
    expect(posted).toEqual([]);
    // That of the week after was not.
    await skipDay(newDeps(), { ...by, revision: 3 }, '2026-01-17');
    expect(await now(order)).toMatchObject({ state: 'waiting', reason: null, occurrence: 3 });
  });

  test('are not passed over by who saw them before', async () => {
    const { db, newDeps, now, clock } = orders;
    const order = await loseStop();
    await release('2026-01-12T12:00:00Z');
    clock.time += 30 * dayMs;
    const asks = await now(order);
    expect(await releaseOrder(newDeps(), asks)).toBe('changed');
    await passDays(newDeps(), true);
    expect(await now(order)).toEqual(asks);
    expect(await db.selectFrom('order_releases').selectAll().execute()).toEqual([]);
  });

  test('end with a send that was written again, and ask before the next day', async () => {
    const { db, posted, now, lookAt, newDeps } = orders;
    const order = await loseRelease();
    expect(await release('2026-01-12T12:00:00Z')).toBe(1);
    expect(await now(order)).toMatchObject({
      ...{ state: 'needs_you', reason: 'restored', occurrence: 2, revision: 2 },
      release_at: '2026-01-17T12:00:00.000Z',
    });
    expect(await releasesOf(db, order.id)).toMatchObject([{ occurrence: 1, state: 'released' }]);
    const [entry] = await readAudit(db, { action: 'order-release', limit: 1 });
    expect(entry?.outcome).toMatch(/^send /);
    // A stop on the day after it may be lost too.
    await lookAt('2026-01-20T12:00:01Z');
    expect(posted).toHaveLength(1);
    await resumeAsSeen(newDeps(), await now(order), { revision: 2 }, '');
    await lookAt('2026-01-20T12:00:02Z');
    expect(posted).toHaveLength(2);
  });

  test('ask before their next day if nobody asked yet whether to send the one that was', async () => {
    const { now, newDeps, ana, posted, lookAt } = orders;
    const order = await loseRelease({ state: 'needs_you', reason: 'worse-rate' });
    expect(await release('2026-01-12T12:00:00Z')).toBe(1);
    expect(await now(order)).toMatchObject({ state: 'needs_you', occurrence: 2, revision: 2 });
    expect(await stopAsSeen(newDeps(), order, 2, ana.id)).toMatchObject({ state: 'stopped' });
    await lookAt('2026-01-17T12:00:01Z');
    expect(posted).toHaveLength(1);
  });

  test('that are paused stay so, unless their send was written again', async () => {
    const { now, newDeps, ana, forget, posted, lookAt } = orders;
    const paused = { waits_for: 'person', release_at: null } as const;
    const order = await loseStop();
    const sent = await loseRelease(paused);
    await forget({ ...order, ...paused });
    expect(await release('2026-01-12T12:00:00Z')).toBe(1);
    expect(await now(order)).toMatchObject({ state: 'waiting', waits_for: 'person', revision: 1 });
    const asks = { state: 'needs_you', waits_for: 'time', occurrence: 2, revision: 2 };
    expect(await now(sent)).toMatchObject(asks);
    const by = { id: sent.id, revision: 2, user_id: ana.id };
    expect(await pauseScheduled(newDeps(), by, true)).toMatchObject({ waits_for: 'person' });
    const goOn = { ...by, revision: 3 };
    expect(await pauseScheduled(newDeps(), goOn, false)).toMatchObject({ occurrence: 2 });
    await lookAt('2026-01-17T12:00:01Z');
    expect(posted).toHaveLength(2);
  });

  test('in a zone that this runtime does not know are left where their send was written again', async () => {
    const { now } = orders;
    const order = await loseRelease({ zone: 'America/Macondo' });
    expect(await release('2026-01-12T12:00:00Z')).toBe(0);
    expect(await now(order)).toMatchObject({ state: 'waiting', occurrence: 1, revision: 1 });
  });
});

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderRow } from '../../../src/bff/ledger/orders/orders.ts';
import { releasesOf } from '../../../src/bff/ledger/orders/releases.ts';
import { resumeAsSeen, stopAsSeen } from '../../../src/bff/orders/change-order.ts';
import {
  changeScheduled,
  pauseScheduled,
  replaceDay,
  scheduleOrder,
  skipDay,
} from '../../../src/bff/orders/scheduled-orders.ts';
import type { ScheduleRequest } from '../../../src/contract/api/scheduled-order.ts';
import { stores } from '../../support/stores.ts';
import { bodyOf, shown, unchangedService } from '../sends/send-fixtures.ts';
import { createOrders } from './order-fixture.ts';

const changed = { problem: 'order-changed' };
const reused = { problem: 'key-reused' };
const weekly = { first_day: '2026-01-10', time: '09:00', zone: 'America/Santiago' };
const due = '2026-01-10T12:00:00.000Z';

describe.each(stores())('a press that is repeated after a lost answer, on $name', ({ create }) => {
  let orders: Awaited<ReturnType<typeof createOrders>>;

  beforeEach(async () => {
    orders = await createOrders(create);
  });

  const seen = (row: OrderRow) => ({ id: row.id, revision: row.revision, user_id: row.user_id });
  const skipped = async ({ id }: OrderRow) =>
    (await releasesOf(orders.db, id)).map(({ occurrence, state }) => `${occurrence} ${state}`);

  /** Asks at its time, because its recipient has changed. */
  async function asking(): Promise<OrderRow> {
    const { newDeps, schedule, lookAt, now } = orders;
    const row = await schedule();
    const other = { ...(await unchangedService.showAccount('501')), alias: 'Otra' };
    await lookAt(due, newDeps({ showAccount: async () => other }));
    const asks = await now(row);
    expect(asks).toMatchObject({ state: 'needs_you', revision: 2 });
    return asks;
  }
  const resume = (row: OrderRow) =>
    resumeAsSeen(orders.newDeps(), row, { revision: row.revision }, '');

  test('finds that the order was sent on, before and after it is sent', async () => {
    const { clock, posted, lookAt, now } = orders;
    const asks = await asking();
    clock.time += 1_000;
    const resumed = await resume(asks);
    expect(await resume(asks)).toEqual(resumed);
    await lookAt(clock.time + 1_000);
    const sent = await now(asks);
    expect(sent).toMatchObject({ state: 'waiting', occurrence: 2, revision: 4 });
    expect(await resume(asks)).toEqual(sent);
    await lookAt(clock.time + 1_000);
    expect(posted).toHaveLength(1);
  });

  test('finds no answer of before in one that was skipped, stopped or asks again', async () => {
    const { clock, newDeps, now, posted } = orders;
    const asks = await asking();
    clock.time += 1_000;
    const resumed = await resume(asks);
    const other = { ...(await unchangedService.showAccount('501')), alias: 'Otra' };
    await orders.lookAt(clock.time + 1_000, newDeps({ showAccount: async () => other }));
    const again = await now(asks);
    expect(again).toMatchObject({ state: 'needs_you', revision: 4 });
    for (const row of [asks, resumed]) await expect(resume(row)).rejects.toMatchObject(changed);
    clock.time += 1_000;
    await skipDay(newDeps(), seen(again), '2026-01-10');
    await expect(resume(again)).rejects.toMatchObject(changed);
    await stopAsSeen(newDeps(), again, 5, again.user_id);
    await expect(resume(again)).rejects.toMatchObject(changed);
    expect(posted).toEqual([]);
  });

  test('skips one day', async () => {
    const row = await orders.schedule();
    const first = await skipDay(orders.newDeps(), seen(row), '2026-01-10');
    expect(await skipDay(orders.newDeps(), seen(row), '2026-01-10')).toEqual(first);
    const other = skipDay(orders.newDeps(), seen(row), '2026-01-17');
    await expect(other).rejects.toMatchObject(changed);
    expect(await skipped(row)).toEqual(['1 skipped']);
    const days = { ...weekly, ends_after: 1 };
    const last = await orders.schedule({ days, source_amount_cents: 7_000n });
    const ended = await skipDay(orders.newDeps(), seen(last), '2026-01-10');
    expect(ended).toMatchObject({ state: 'stopped', reason: 'skipped' });
    expect(await skipDay(orders.newDeps(), seen(last), '2026-01-10')).toEqual(ended);
  });

  test('pauses, and goes on, once', async () => {
    const row = await orders.schedule();
    const pause = (of: OrderRow, is: boolean) => pauseScheduled(orders.newDeps(), seen(of), is);
    const paused = await pause(row, true);
    expect(await pause(row, true)).toEqual(paused);
    await expect(pause(row, false)).rejects.toMatchObject(changed);
    const goesOn = await pause(paused, false);
    expect(await pause(paused, false)).toEqual(goesOn);
    await expect(pause(row, true)).rejects.toMatchObject(changed);
  });

  const once = (more: Partial<ScheduleRequest> = {}): ScheduleRequest => ({
    ...{ id: randomUUID(), ...shown(bodyOf(0)), kind: 'once' },
    ...{ days: { ...weekly, first_day: '2026-01-12' }, ...more },
  });

  test('replaces a day once, also while the first press is under way', async () => {
    const { newDeps, db } = orders;
    const row = await orders.schedule();
    const body = { revision: 1, day: '2026-01-10', instead: once() };
    const [asked, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = newDeps({
      async showAccount(id) {
        asked.resolve();
        await goesOn.promise;
        return unchangedService.showAccount(id);
      },
    });
    const late = replaceDay(slow, seen(row), body, null);
    await asked.promise;
    const made = await replaceDay(newDeps(), seen(row), body, null);
    goesOn.resolve();
    expect(await late).toEqual(made);
    expect(await skipped(row)).toEqual(['1 skipped']);
    expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(2);
  });

  test('is no answer to another one with the id of an order that has ended', async () => {
    const { newDeps, lookAt, now, posted } = orders;
    const make = (request: ScheduleRequest) =>
      scheduleOrder(newDeps(), orders.ana.id, request, null);
    const [request, sent] = [once(), once({ source_amount_cents: 7_000n })];
    const stopped = await make(request);
    await stopAsSeen(newDeps(), stopped, 1, orders.ana.id);
    const later = { ...weekly, first_day: '2026-02-12' };
    await expect(make({ ...request, days: later })).rejects.toMatchObject(reused);
    await expect(make(request)).rejects.toMatchObject(reused);
    const row = await orders.schedule();
    const instead = { revision: 1, day: '2026-01-10', instead: request };
    await expect(replaceDay(newDeps(), seen(row), instead, null)).rejects.toMatchObject(reused);
    // One that was changed since, and is open, is what it was changed to.
    const open = await make(sent);
    const change = { ...sent, days: later, revision: 1 };
    const moved = await changeScheduled(newDeps(), seen(open), change, null);
    expect(await make(sent)).toEqual(moved);
    await lookAt('2026-02-12T12:00:00.000Z');
    const ended = await now(moved);
    expect(ended.state).toBe('released');
    expect(await make({ ...sent, days: later })).toEqual(ended);
    await expect(make(sent)).rejects.toMatchObject(reused);
    expect(posted).not.toEqual([]);
  });
});

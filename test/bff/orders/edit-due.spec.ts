import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderRow } from '../../../src/bff/ledger/orders/orders.ts';
import { releasesOf } from '../../../src/bff/ledger/orders/releases.ts';
import { changeScheduled, pauseScheduled } from '../../../src/bff/orders/scheduled-orders.ts';
import { stores } from '../../support/stores.ts';
import { bodyOf, shown } from '../sends/send-fixtures.ts';
import { createOrders, dayMs } from './order-fixture.ts';

const hourMs = dayMs / 24;
const days = { first_day: '2026-01-10', time: '09:00', zone: 'America/Santiago' };
const due = Date.parse('2026-01-10T12:00:00.000Z');
const nextWeek = '2026-01-17T12:00:00.000Z';
const asks = { state: 'needs_you', reason: 'worse-rate' } as const;
/** As a loss leaves it. */
const unsure = { reason: 'restored', unsure_since: '2026-01-10T12:30:00.000Z' } as const;

describe.each(stores())('all from here, changed on a day that is due, on $name', ({ create }) => {
  let orders: Awaited<ReturnType<typeof createOrders>>;
  let row: OrderRow;

  beforeEach(async () => {
    orders = await createOrders(create);
    row = await orders.schedule();
  });

  const edit = (of: OrderRow, more: object = {}, deps = orders.newDeps()) => {
    const { id, revision, user_id } = of;
    const terms = { kind: 'weekly' as const, days, ...more };
    const request = { ...shown(bodyOf(0)), ...terms, revision };
    return changeScheduled(deps, { id, revision, user_id }, request, null);
  };
  /** The order at a time, as it is by then. */
  async function at(time: number, change: Partial<OrderRow>): Promise<OrderRow> {
    orders.clock.time = time;
    const now = { ...change, updated_at: new Date(time).toISOString() };
    await orders.db.updateTable('orders').set(now).where('id', '=', row.id).execute();
    return orders.now(row);
  }
  const states = async () =>
    (await releasesOf(orders.db, row.id)).map(({ occurrence, state }) => `${occurrence} ${state}`);

  test.each([
    ['asks its person', asks],
    ['is tried again', { reason: 'service-unavailable' }],
  ] as const)('keeps it where it %s, and it is sent on the new terms', async (_, change) => {
    const { posted, lookAt, now } = orders;
    const seen = await at(due + hourMs, change);
    const edited = await edit(seen, { source_amount_cents: 7_000n });
    // As if its person had sent it on: late from then on.
    const release_at = new Date(due + hourMs).toISOString();
    expect(edited).toMatchObject({ state: 'waiting', occurrence: 1, release_at });
    await lookAt(due + 2 * hourMs);
    expect(posted).toMatchObject([{ source_amount_cents: 7_000n }]);
    expect(await now(row)).toMatchObject({ occurrence: 2, release_at: nextWeek });
    await lookAt(due + 3 * hourMs);
    expect(posted).toHaveLength(1);
    expect(await states()).toEqual(['1 released']);
  });

  test('holds it first, as a new transfer is', async () => {
    const { posted, lookAt, newDeps } = orders;
    const deps = { ...newDeps(), hold: { seconds: 3_600, newRecipientSeconds: 0 } };
    const edited = await edit(await at(due + hourMs, asks), {}, deps);
    const until = new Date(due + 2 * hourMs).toISOString();
    expect(edited).toMatchObject({ occurrence: 1, release_at: until });
    await lookAt(due + 2 * hourMs - 1);
    expect(posted).toEqual([]);
    await lookAt(due + 2 * hourMs);
    expect(posted).toHaveLength(1);
  });

  test('keeps the one that a new time makes due', async () => {
    const seen = await at(due - hourMs, {});
    const edited = await edit(seen, { days: { ...days, time: '07:30' } });
    const release_at = new Date(due - hourMs).toISOString();
    expect(edited).toMatchObject({ occurrence: 1, release_at });
    await orders.lookAt(due - hourMs + 1);
    expect(orders.posted).toHaveLength(1);
  });

  test('leaves one out that may have been sent before a loss', async () => {
    const { posted, lookAt, now } = orders;
    const edited = await edit(await at(due + hourMs, { ...asks, ...unsure }));
    expect(edited).toMatchObject({ occurrence: 2, release_at: nextWeek });
    expect(await states()).toEqual(['1 skipped']);
    await lookAt(due + 2 * hourMs);
    expect([posted, await now(row)]).toEqual([[], edited]);
  });

  test('tells of one that is a day late, and never sends it', async () => {
    const { posted, lookAt, news } = orders;
    const edited = await edit(await at(due + dayMs, asks));
    expect(edited).toMatchObject({ occurrence: 2, release_at: nextWeek });
    expect(await states()).toEqual(['1 missed']);
    expect(await news()).toMatchObject([
      { kind: 'order-missed', subject: expect.stringMatching(`^order ${row.id} 1 `) },
    ]);
    await lookAt(due + dayMs + 1);
    expect(posted).toEqual([]);
  });

  test('goes on with a day to come where it was paused', async () => {
    const { newDeps, clock } = orders;
    const { id, revision, user_id } = row;
    clock.time = due - hourMs;
    const paused = await pauseScheduled(newDeps(), { id, revision, user_id }, true);
    clock.time = due + hourMs;
    expect(await edit(paused)).toMatchObject({ occurrence: 2, release_at: nextWeek });
    expect(await states()).toEqual([]);
  });
});

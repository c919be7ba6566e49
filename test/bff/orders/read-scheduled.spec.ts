import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type NewOrder,
  type OrderRow,
  openOrders,
  releaseKey,
} from '../../../src/bff/ledger/orders/orders.ts';
import { beginRelease, endRelease, lastReleases } from '../../../src/bff/ledger/orders/releases.ts';
import { dueAt, nextOf, waitingScheduled } from '../../../src/bff/ledger/orders/schedule.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { passDays } from '../../../src/bff/orders/missed.ts';
import { scheduledOrders } from '../../../src/bff/orders/read-scheduled.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { occurrenceOf } from '../../../src/contract/api/order-days.ts';
import { openStore } from '../../support/open-store.ts';
import { addWaitingOrder } from '../../support/orders.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { began, storeClockOf } from '../sends/send-fixtures.ts';

const days = { first_day: '2026-01-05', time: '09:00', zone: 'Europe/Madrid' };

describe.each(stores())('many orders on $name', ({ create }) => {
  let db: LedgerDb;
  let ana: string;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    ana = (await addPerson(db, { email: 'ana@giro.example' })).id;
  });

  function add(change: Partial<NewOrder> = {}): Promise<OrderRow> {
    const first = occurrenceOf({ kind: 'weekly', ...days }, 1);
    if (!first) throw new Error('no day');
    return addWaitingOrder(db, ana, { kind: 'weekly', ...days, ...dueAt(first), ...change });
  }
  async function release(order: OrderRow): Promise<OrderRow> {
    const at = order.release_at ?? '';
    const begun = await beginRelease(db, order, at);
    const ended = begun && (await endRelease(db, begun, await nextOf(db, begun), at));
    if (!ended) throw new Error('not released');
    return ended;
  }

  test('are listed by as many statements as one', async () => {
    const statementsOf = async () => {
      let count = 0;
      const counted: KyselyPlugin = {
        transformQuery: ({ node }) => {
          count += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      const viewer = { user_id: ana, canSee: 'own' as const };
      const items = await scheduledOrders(db.withPlugin(counted), viewer, began);
      return [items.length, count];
    };
    await release(await add());
    const [, one] = await statementsOf();
    for (let made = 0; made < 5; made += 1) await release(await add());
    expect(await statementsOf()).toEqual([6, one]);
  });

  test('are listed up to a limit, the oldest first', async () => {
    const all = [await add(), await add(), await add()];
    const oldest = (await openOrders(db, null)).slice(0, 2);
    expect(await openOrders(db, ana, { limit: 2 })).toEqual(oldest);
    expect(await openOrders(db, ana)).toHaveLength(all.length);
  });

  test('are listed for one recipient alone', async () => {
    const to = { destination_account_id: '502' };
    const [other, mine] = [await add(), await add(to)];
    const viewer = { user_id: ana, canSee: 'own' as const };
    const ids = async (account_id?: string) =>
      (await scheduledOrders(db, viewer, began, account_id)).map(({ id }) => id);
    expect(await ids('502')).toEqual([mine.id]);
    expect(new Set(await ids())).toEqual(new Set([other.id, mine.id]));
  });

  test('tell the fingerprint of the recipient to all but support', async () => {
    await add();
    const seen = async (canSee: 'own' | 'everything') =>
      (await scheduledOrders(db, { user_id: ana, canSee }, began))[0]
        ?.destination_account_fingerprint;
    expect(await seen('own')).toBe('print');
    expect(await seen('everything')).toBeUndefined();
  });

  test('of a colleague, or on days, keep none of one’s own or held ones out of a list', async () => {
    for (let made = 0; made < 200; made += 1) await add();
    const held = await add({ kind: 'held' });
    const ben = (await addPerson(db, { email: 'ben@giro.example' })).id;
    const his = await addWaitingOrder(db, ben, { kind: 'weekly', ...days });
    const idsOf = async (user_id: string, canSee: 'own' | 'team') =>
      (await scheduledOrders(db, { user_id, canSee }, began)).map(({ id }) => id);
    expect(await idsOf(ana, 'own')).toContain(held.id);
    for (const user_id of [ana, ben]) {
      expect(await idsOf(user_id, 'team')).toEqual(expect.arrayContaining([held.id, his.id]));
    }
    const everybody = await openOrders(db, null);
    expect([everybody.length, everybody[0]?.id]).toEqual([200, held.id]);
  }, 60_000);

  test('each have the send of their last release', async () => {
    const twice = await release(await release(await add()));
    const once = await release(await add());
    const never = await add();
    const ids = [twice, once, never].map(({ id }) => id);
    expect(await lastReleases(db, ids)).toEqual(
      new Map([
        [twice.id, releaseKey(twice.id, 2)],
        [once.id, releaseKey(once.id, 1)],
      ]),
    );
    expect(await lastReleases(db, [])).toEqual(new Map());
  });

  test('are all looked at after a start, in parts', async () => {
    // As written by rules of the zone that are others by now.
    const earlier = '2026-01-05T07:00:00.000Z';
    const count = 205;
    for (let made = 0; made < count; made += 1) await add({ release_at: earlier });
    const part = await waitingScheduled(db, '');
    expect(part.length).toBeLessThan(count);
    expect(await waitingScheduled(db, part.at(-1)?.id ?? '')).toHaveLength(count - part.length);
    const deps = { db, storeClock: storeClockOf(db, () => began), log: silentLog };
    await passDays(deps, true);
    const times = await db.selectFrom('orders').select('release_at').distinct().execute();
    expect(times).toEqual([{ release_at: '2026-01-05T08:00:00.000Z' }]);
  });
});

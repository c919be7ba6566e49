import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { findOrder, type OrderRow, releaseKey } from '../../../src/bff/ledger/orders/orders.ts';
import { changeUser, type UserRow } from '../../../src/bff/ledger/people/users.ts';
import { findSend } from '../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { timestamp } from '../../../src/bff/lib/timestamp.ts';
import { resumeAsSeen, stopAsSeen } from '../../../src/bff/orders/change-order.ts';
import { type OrderDeps, sendOrHold } from '../../../src/bff/orders/make-order.ts';
import { releaseOrder } from '../../../src/bff/orders/release.ts';
import { scheduleOrder } from '../../../src/bff/orders/scheduled-orders.ts';
import type { SendDeps } from '../../../src/bff/sends/send-once.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import type { ScheduleRequest } from '../../../src/contract/api/scheduled-order.ts';
import { messages } from '../../../src/contract/errors.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import {
  began,
  bodyOf,
  noAnswer,
  sendDepsOf,
  shown,
  transferOf,
  unchangedService,
} from '../sends/send-fixtures.ts';

const body = bodyOf(0);
const minuteMs = 60_000;
const days = { first_day: '2026-01-10', time: '09:00', zone: 'America/Santiago' };

describe.each(stores())('a release, on $name', ({ create }) => {
  let db: LedgerDb;
  let ana: UserRow;
  let ben: UserRow;
  let posted: Transfer[];
  let time: number;

  beforeEach(async () => {
    [db, posted, time] = [await (await openStore(create)).open(), [], began];
    ana = await addPerson(db, { email: 'ana@giro.example', at: timestamp(began) });
    ben = await addPerson(db, { email: 'ben@giro.example', at: timestamp(began) });
  });

  const depsOf = (given: Partial<SendDeps> = {}, seconds = 0): OrderDeps => ({
    ...sendDepsOf(db, () => time, {
      client: {
        async createTransfer(request) {
          const transfer = transferOf(request, posted.length);
          posted.push(transfer);
          return transfer;
        },
      },
      ...given,
    }),
    hold: { seconds, newRecipientSeconds: 0 },
    onDue() {},
  });
  const schedule = (more: Partial<ScheduleRequest> = {}): Promise<OrderRow> =>
    scheduleOrder(
      depsOf(),
      ana.id,
      {
        ...{ id: randomUUID(), ...shown(body), kind: 'weekly', days },
        ...more,
      },
      null,
    );
  const now = async ({ id }: OrderRow): Promise<OrderRow> => {
    const row = await findOrder(db, id);
    if (!row) throw new Error('no order');
    return row;
  };
  /** Releases it when it is due, or tells why Giro asks. */
  async function release(order: OrderRow, deps = depsOf()) {
    const row = await now(order);
    time = Math.max(time, Date.parse(row.release_at ?? ''));
    const outcome = await releaseOrder(deps, row);
    return outcome === 'asks' ? (await now(order)).reason : outcome;
  }
  const postedTo = () => posted.map(({ destination_account_id }) => destination_account_id);

  test('takes no send of a colleague for its own', async () => {
    const order = await schedule();
    const team = depsOf({ sendersSee: 'all' });
    const other = shown(body);
    await sendOrHold(team, ben, releaseKey(order.id, 1), other, null);
    expect(await release(order, team)).toBe('key-reused');
    expect(await now(order)).toMatchObject({ state: 'needs_you', occurrence: 1 });
    expect(postedTo()).toEqual([other.destination_account_id]);
    expect(await stopAsSeen(team, order, 2, ana.id)).toMatchObject({ state: 'stopped' });
  });

  test('that the service refuses is told of its send, with the series waiting for its next day', async () => {
    const refusing = depsOf({
      client: {
        createTransfer: () =>
          Promise.reject(new ServiceError('refused', 'no such bank', { status: 400 })),
      },
    });
    const order = await schedule();
    await release(order, refusing);
    const key = releaseKey(order.id, 1);
    expect(await findSend(db, key)).toMatchObject({ state: 'refused' });
    expect(await now(order)).toMatchObject({ state: 'waiting', occurrence: 2 });
    const news = await db.selectFrom('news').select(['user_id', 'kind', 'subject']).execute();
    expect(news).toEqual([{ user_id: ana.id, kind: 'order-not-sent', subject: `send ${key}` }]);
  });

  test.each([
    ['not-signed-in', { disabled_at: timestamp(began) }],
    ['forbidden', { role: 'admin' }],
  ] as const)('without its sender is told to support, once: %s', async (reason, change) => {
    const [order, unsure] = [await schedule(), await schedule({ source_amount_cents: 7_000n })];
    const unsure_since = timestamp(began);
    await db.updateTable('orders').set({ unsure_since }).where('id', '=', unsure.id).execute();
    await changeUser(db, ana.email, change);
    expect(await release(order)).toBe(reason);
    expect(await release(unsure)).toBe(reason);
    // On its next day.
    await db.updateTable('orders').set({ state: 'waiting' }).where('id', '=', order.id).execute();
    expect(await release(order)).toBe(reason);
    expect(posted).toEqual([]);
    const news = await db
      .selectFrom('news')
      .select(['kind', 'subject'])
      .where('user_id', 'is', null)
      .orderBy('number')
      .execute();
    expect(news).toEqual([
      { kind: 'order-without-sender', subject: `order ${order.id} of ${ana.id}` },
      { kind: 'order-without-sender-unsure', subject: `order ${unsure.id} of ${ana.id}` },
    ]);
  });

  test('asks beside an unresolved one of its last day, and goes on with another amount', async () => {
    const silent = depsOf({ client: { createTransfer: noAnswer } });
    const order = await schedule();
    const other = await schedule({ source_amount_cents: 7_000n });
    await release(order, silent);
    const [first, second] = [1, 2].map((occurrence) => releaseKey(order.id, occurrence));
    const state = 'unresolved' as const;
    await db
      .updateTable('sends')
      .set({ state })
      .where('key', '=', first ?? '')
      .execute();
    expect(await now(order)).toMatchObject({ state: 'waiting', occurrence: 2 });
    expect(await release(order)).toBe('identical-send-open');
    expect(await now(order)).toMatchObject({ state: 'needs_you', occurrence: 2 });
    expect(await findSend(db, second ?? '')).toBeUndefined();
    expect(posted).toEqual([]);
    expect(await release(other)).toBe('released');
    expect(posted.map(({ source_amount_cents }) => source_amount_cents)).toEqual([7_000n]);
    // Its person has seen that they may pay twice.
    await resumeAsSeen(depsOf(), order, { revision: 3, after_unresolved: first }, '');
    expect(await release(order)).toBe('released');
    expect(await findSend(db, second ?? '')).toMatchObject({ state: 'sent' });
  });

  test.each([
    ['service-refused', 'Too many requests'],
    ['account-not-found', messages.recordNotFound],
  ])('passes no floor by where the recipient can’t be read: %s', async (reason, message) => {
    let reads = 0;
    const refusedOnce = depsOf({
      async showAccount(id) {
        reads += 1;
        if (reads === 1) throw new ServiceError('refused', message, { status: 400 });
        return unchangedService.showAccount(id);
      },
    });
    const order = await schedule({ floor: 10n ** 18n });
    expect(await release(order, refusedOnce)).toBe(reason);
    expect(posted).toEqual([]);
  });

  test('is tried again where the process slept between the rate and the intent', async () => {
    const country = { id: '6', name: 'Colombia', code: 'CO', is_asset: false };
    let [sleptMs, arrives] = [61_000, 10n];
    const sleepy = depsOf({
      async showAccount(id) {
        time += sleptMs;
        sleptMs = 0;
        return { ...(await unchangedService.showAccount(id)), country };
      },
      simulate: async (asked) => ({
        source_currency: asked.source_amount_currency,
        destination_currency: asked.destination_amount_currency,
        source_amount_cents: asked.source_amount_cents,
        ...{ destination_amount_cents: arrives, rate: '1', country: null },
      }),
    });
    const order = await schedule({ floor: 10n });
    expect(await release(order, sleepy)).toBe('later');
    expect([await now(order), posted]).toMatchObject([{ state: 'waiting', occurrence: 1 }, []]);
    arrives = 9n;
    time += minuteMs;
    expect(await release(order, sleepy)).toBe('worse-rate');
    expect(posted).toEqual([]);
  });

  /** The database as it was before anything was released: a snapshot of its volume, put back behind Giro's back. */
  async function putBack(order: OrderRow) {
    const later = ['order_releases', 'send_snapshots', 'sends', 'sightings'] as const;
    for (const table of later) await db.deleteFrom(table).execute();
    await db.deleteFrom('owners').where('kind', '=', 'transfer').execute();
    await db.updateTable('orders').set(order).where('id', '=', order.id).execute();
  }
  const listing = () =>
    depsOf({
      tracking: { list: async () => ({ value: posted, readAt: time, odd: [] }), drop() {} },
    });
  const sawAt = (at: number) =>
    db
      .insertInto('sightings')
      .values({ transfer_id: posted[0]?.id ?? '', state: 'pending', seen_at: timestamp(at) })
      .execute();

  test.each([
    ['not yet', null],
    ['since', 2 * minuteMs],
  ])('asks if the service has one like it that Giro saw %s', async (_, seenMs) => {
    const order = await schedule();
    expect(await release(order)).toBe('released');
    await putBack(order);
    time += 3_600_000;
    if (seenMs !== null) await sawAt(began + seenMs);
    expect(await release(order, listing())).toBe('sent-before');
    expect(posted).toHaveLength(1);
    const news = await db.selectFrom('news').select('kind').execute();
    expect(news).toContainEqual({ kind: 'order-asks' });
    // Who knows of it may send all the same.
    await resumeAsSeen(listing(), order, { revision: 2 }, '');
    expect(await release(order, listing())).toBe('released');
    expect(posted).toHaveLength(2);
  });

  test('goes on beside one that was there before its order', async () => {
    posted.push(transferOf(body, 7));
    await sawAt(began - minuteMs);
    expect(await release(await schedule(), listing())).toBe('released');
  });

  test('asks once about one that is in no list that Giro can read', async () => {
    posted.push(transferOf(body, 7));
    const order = await schedule();
    expect(await release(order, listing())).toBe('sent-before');
    await resumeAsSeen(listing(), order, { revision: 2 }, '');
    time += minuteMs;
    expect(await release(order, listing())).toBe('released');
    expect(await release(order, listing())).toBe('released');
    expect(posted).toHaveLength(3);
    // A further one is asked about.
    posted.push(transferOf(body, 8));
    expect(await release(order, listing())).toBe('sent-before');
  });

  test('goes on beside Giro’s own', async () => {
    const order = await schedule();
    expect(await release(order, listing())).toBe('released');
    expect(await release(order, listing())).toBe('released');
    expect(posted).toHaveLength(2);
  });

  test('of one that was held again sees what went out before its person let it go on', async () => {
    const mine = depsOf({}, 1_800);
    const made = await sendOrHold(mine, ana, randomUUID(), shown(body), null);
    if (!('order' in made)) throw new Error('not held');
    const { order } = made;
    const asks = {
      state: 'needs_you',
      reason: 'recipient-changed',
      fingerprint: 'before',
    } as const;
    await db.updateTable('orders').set(asks).where('id', '=', order.id).execute();
    const day = await schedule({ days: { ...days, first_day: '2026-01-01', time: '15:00' } });
    expect(await release(day)).toBe('released');
    time += 5 * minuteMs;
    const { destination_account_fingerprint } = shown(body);
    const seen = { revision: 1, destination_account_fingerprint };
    const again = await resumeAsSeen(mine, order, seen, '');
    expect(Date.parse(again.release_at ?? '')).toBeGreaterThan(time + 20 * minuteMs);
    expect(await release(again, mine)).toBe('sent-before');
    expect(posted).toHaveLength(1);
  });
});

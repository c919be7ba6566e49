import { randomUUID } from 'node:crypto';
import { type KyselyPlugin, sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { findOrder, type OrderRow } from '../../../src/bff/ledger/orders/orders.ts';
import { setHoldSeconds, type UserRow } from '../../../src/bff/ledger/people/users.ts';
import { findSend } from '../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { resumeAsSeen, stopAsSeen } from '../../../src/bff/orders/change-order.ts';
import { type OrderDeps, sendOrHold } from '../../../src/bff/orders/make-order.ts';
import { releaseOrder } from '../../../src/bff/orders/release.ts';
import { scheduleOrder } from '../../../src/bff/orders/scheduled-orders.ts';
import { accountFingerprint } from '../../../src/bff/recipients/account-fingerprint.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import {
  began,
  bodies,
  sendDepsOf,
  shown,
  transferOf,
  unchangedService,
} from '../sends/send-fixtures.ts';

const [body, otherRecipient] = bodies;
const minuteMs = 60_000;
const none = { seconds: 0, newRecipientSeconds: 0 };

describe.each(stores())('what a press of Send comes to, on $name', ({ create }) => {
  let db: LedgerDb;
  let other: LedgerDb;
  let ana: UserRow;
  let posted: Transfer[];
  let time: number;

  beforeEach(async () => {
    const store = await openStore(create);
    [db, other, posted, time] = [await store.open(), await store.open(), [], began];
    ana = await addPerson(db, { email: 'ana@giro.example', at: new Date(began).toISOString() });
  });

  const depsOf = (hold: Partial<OrderDeps['hold']>, on = db): OrderDeps => ({
    ...sendDepsOf(on, () => time, {
      client: {
        async createTransfer(request) {
          const transfer = transferOf(request, posted.length);
          posted.push(transfer);
          return transfer;
        },
      },
    }),
    hold: { ...none, ...hold },
    onDue() {},
  });
  const press = (hold: Partial<OrderDeps['hold']>, key: string, more: object = {}, on = db) =>
    sendOrHold(depsOf(hold, on), ana, key, { ...shown(body), ...more }, null);
  const pressOn = (failing: LedgerDb, key: string) =>
    sendOrHold({ ...depsOf({ seconds: 5 }), db: failing }, ana, key, shown(body), null);
  const orderOf = (answer: Awaited<ReturnType<typeof press>>): OrderRow => {
    if (!('order' in answer)) throw new Error('not held');
    return answer.order;
  };
  const heldFor = ({ release_at, created_at }: OrderRow) =>
    (Date.parse(release_at ?? '') - Date.parse(created_at)) / 1_000;

  test('is held as long as the operator says, longer for a new recipient, or as its person wants', async () => {
    expect('transfer' in (await press({}, randomUUID()))).toBe(true);
    const paid = { after_sent: (await findNewest()).key };
    expect(heldFor(orderOf(await press({ seconds: 5 }, randomUUID(), paid)))).toBe(5);
    await db.deleteFrom('orders').execute();
    const isNew = { seconds: 5, newRecipientSeconds: 60 };
    expect(heldFor(orderOf(await press(isNew, randomUUID(), paid)))).toBe(5);
    await db.deleteFrom('orders').execute();
    // Its details have changed since it was paid.
    await db.updateTable('send_snapshots').set({ fingerprint: 'before' }).execute();
    expect(heldFor(orderOf(await press(isNew, randomUUID(), paid)))).toBe(60);
    await db.deleteFrom('orders').execute();
    await db.updateTable('send_snapshots').set({ fingerprint: null }).execute();
    ana = { ...ana, hold_seconds: 30 };
    expect(heldFor(orderOf(await press(isNew, randomUUID(), paid)))).toBe(30);
    await db.deleteFrom('orders').execute();
    expect(heldFor(orderOf(await press({}, randomUUID(), paid)))).toBe(30);
    await db.deleteFrom('orders').execute();
    // Found or written again after a loss: nobody knows to whom as they were then.
    await db.deleteFrom('send_snapshots').execute();
    expect(heldFor(orderOf(await press(isNew, randomUUID(), paid)))).toBe(60);
  });
  const findNewest = () =>
    db.selectFrom('sends').selectAll().orderBy('turn', 'desc').executeTakeFirstOrThrow();

  test('stays what it was when the settings change', async () => {
    const [order, sent] = [randomUUID(), randomUUID()];
    expect(orderOf(await press({ seconds: 5 }, order)).state).toBe('waiting');
    // Also if it would be refused by now.
    const changed = { destination_account_fingerprint: 'another' };
    for (const more of [{}, changed]) {
      expect(orderOf(await press({}, order, more)).state).toBe('waiting');
    }
    expect(await findSend(db, order)).toBeUndefined();
    time += 10_000;
    const row = await findOrder(db, order);
    expect(row && (await releaseOrder(depsOf({}), row))).toBe('released');
    const again = await press({}, order);
    expect('transfer' in again && again.transfer).toEqual(posted[0]);
    const after_sent = (await findNewest()).key;
    const first = await press({}, sent, { after_sent });
    expect(await press({ seconds: 5 }, sent, { after_sent })).toEqual(first);
    expect(await findOrder(db, sent)).toBeUndefined();
    expect(posted).toHaveLength(2);
  });

  test('is no send of its own with the key of an order on days', async () => {
    const days = { first_day: '2026-02-02', time: '09:00', zone: 'Europe/Madrid' };
    const monthly = { id: randomUUID(), ...shown(body), kind: 'monthly' as const, days };
    await scheduleOrder(depsOf({}), ana.id, monthly, null);
    await expect(press({}, monthly.id)).rejects.toMatchObject({ problem: 'key-reused' });
    expect(await findSend(db, monthly.id)).toBeUndefined();
    expect(posted).toEqual([]);
  });

  test('is not called unsent when the answer to its commit is lost', async () => {
    const [key, lost] = [randomUUID(), await failureOf(db)];
    const failing = withTransaction(db, async (commit) => {
      await commit();
      throw lost;
    });
    await expect(pressOn(failing, key)).rejects.toBe(lost);
    time += 10_000;
    const row = await findOrder(db, key);
    expect(row && (await releaseOrder(depsOf({}), row))).toBe('released');
    expect(posted).toHaveLength(1);
  });

  test('is not called unsent when another call’s order can’t be read', async () => {
    const [key, lost] = [randomUUID(), await failureOf(db)];
    const failing = withTransaction(db, async (commit) => {
      // Of the same press, at another instance.
      await press({ seconds: 5 }, key, {}, other);
      await commit();
      throw lost;
    });
    await expect(pressOn(failing, key)).rejects.toBe(lost);
  });

  test('is unsent when the store fails before its commit', async () => {
    const [key, lost] = [randomUUID(), await failureOf(db)];
    const failing = withTransaction(db, () => Promise.reject(lost));
    await expect(pressOn(failing, key)).rejects.toMatchObject({
      problem: 'send-not-saved',
    });
    expect(await findOrder(db, key)).toBeUndefined();
  });

  test('is one of both when two instances with other settings get the key at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      await db.deleteFrom('orders').execute();
      await db.deleteFrom('send_snapshots').execute();
      await db.deleteFrom('sends').execute();
      const key = randomUUID();
      await Promise.allSettled([
        press({}, key),
        press({ seconds: 5 }, key, {}, other),
        press({}, key, {}, other),
        press({ seconds: 5 }, key),
      ]);
      const found = [await findSend(db, key), await findOrder(db, key)];
      expect(found.filter((one) => one !== undefined)).toHaveLength(1);
    }
  });

  test('is the order that was made while a send with its key was being checked', async () => {
    const key = randomUUID();
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const showAccount = async (id: string) => {
      asked.resolve();
      await answer.promise;
      return unchangedService.showAccount(id);
    };
    const sending = sendOrHold({ ...depsOf({}), showAccount }, ana, key, shown(body), null);
    await asked.promise;
    const held = await press({ seconds: 5 }, key, {}, other);
    expect('order' in held).toBe(true);
    answer.resolve();
    expect('order' in (await sending)).toBe(true);
    expect(posted).toEqual([]);
  });

  test('is refused while an identical one is held, also if it would not be held itself', async () => {
    const held = orderOf(await press({ newRecipientSeconds: 3_600 }, randomUUID()));
    time += 30 * minuteMs;
    await expect(press({}, randomUUID())).rejects.toMatchObject({
      ...{ problem: 'identical-order-held', details: { send_key: held.id } },
    });
    expect('transfer' in (await press({}, randomUUID(), shown(otherRecipient)))).toBe(true);
    await stopAsSeen(depsOf({}), held, 1, ana.id);
    expect('transfer' in (await press({}, randomUUID()))).toBe(true);
    expect(posted).toHaveLength(2);
  });

  test('is asked about before its release if the same went out while it was held', async () => {
    const held = orderOf(await press({ newRecipientSeconds: 3_600 }, randomUUID()));
    const days = { first_day: '2026-01-01', time: '12:30', zone: 'UTC' };
    const once = { id: randomUUID(), ...shown(body), kind: 'once' as const, days };
    const scheduled = await scheduleOrder(depsOf({}), ana.id, once, null);
    time += 30 * minuteMs;
    expect(await releaseOrder(depsOf({}), scheduled)).toBe('released');
    time += 30 * minuteMs;
    expect(await releaseOrder(depsOf({}), held)).toBe('asks');
    const asks = await findOrder(db, held.id);
    expect(asks).toMatchObject({ state: 'needs_you', reason: 'sent-before' });
    expect(posted).toHaveLength(1);
    // Who sends it all the same knows.
    const resumed = await resumeAsSeen(depsOf({}), held, { revision: 2 }, '');
    expect(await releaseOrder(depsOf({}), resumed)).toBe('released');
    expect(posted).toHaveLength(2);
  });

  test('is ordered for no sooner than it would be held', async () => {
    const order = (hold: Partial<OrderDeps['hold']>, at: string) => {
      const days = { first_day: '2026-01-01', time: at, zone: 'UTC' };
      const once = { id: randomUUID(), ...shown(body), kind: 'once' as const, days };
      return scheduleOrder(depsOf(hold), ana.id, once, null);
    };
    const isNew = { newRecipientSeconds: 3_600 };
    const tooSoon = {
      problem: 'invalid-fields',
      details: { errors: { 'days.first_day': [expect.any(String)] } },
    };
    await expect(order(isNew, '12:59')).rejects.toMatchObject(tooSoon);
    expect((await order(isNew, '13:00')).state).toBe('waiting');
    expect((await order({}, '12:01')).state).toBe('waiting');
    await setHoldSeconds(db, ana.id, 600);
    await expect(order({}, '12:09')).rejects.toMatchObject(tooSoon);
    expect((await order({}, '12:10')).state).toBe('waiting');
  });

  test('is held again when it is sent on to a recipient that has changed', async () => {
    const isNew = { newRecipientSeconds: 3_600 };
    const account = async (id: string) => ({
      ...(await unchangedService.showAccount(id)),
      alias: 'Otra',
    });
    const changed = { ...depsOf(isNew), showAccount: account };
    const held = orderOf(await press(isNew, randomUUID()));
    time += 60 * minuteMs;
    expect(await releaseOrder(changed, held)).toBe('asks');
    const same = { revision: 2, destination_account_fingerprint: held.fingerprint };
    const atOnce = await resumeAsSeen(changed, held, same, '');
    expect(atOnce.release_at).toBe(new Date(time).toISOString());
    expect(await releaseOrder(changed, atOnce)).toBe('asks');
    const fingerprint = accountFingerprint(await account(body.destination_account_id));
    const other = { revision: 4, destination_account_fingerprint: fingerprint };
    const later = await resumeAsSeen(changed, held, other, '');
    expect(later.release_at).toBe(new Date(time + 60 * minuteMs).toISOString());
    time += 60 * minuteMs;
    expect(await releaseOrder(changed, later)).toBe('released');
    expect(posted).toHaveLength(1);
  });

  test('reads nothing of orders but with what it reads anyway, while nothing is held', async () => {
    const statements: string[] = [];
    const counted: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements.push(JSON.stringify(node));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await press({}, randomUUID(), {}, db.withPlugin(counted));
    const ofOrders = statements.filter((one) => /"(orders|order_releases)"/.test(one));
    expect(ofOrders).toHaveLength(1);
    expect(ofOrders[0]).toContain('"account_marks"');
    expect(posted).toHaveLength(1);
  });
});

/** An error as a store that fails throws it. */
async function failureOf(db: LedgerDb): Promise<unknown> {
  return sql`select one from nowhere`.execute(db).catch((error: unknown) => error);
}

/** The ledger, each of whose transactions is run by the test: `commit` runs it to its end. */
function withTransaction(
  db: LedgerDb,
  run: (commit: () => Promise<unknown>) => Promise<unknown>,
): LedgerDb {
  const over = <Of extends object>(of: Of, name: string, method: (real: unknown) => unknown): Of =>
    new Proxy(of, {
      get(target, property) {
        const real: unknown = Reflect.get(target, property, target);
        if (typeof real !== 'function') return real;
        return property === name ? method(real.bind(target)) : real.bind(target);
      },
    });
  const builder = () =>
    over(
      db.transaction().setIsolationLevel('read committed'),
      'execute',
      () => (work: Parameters<ReturnType<LedgerDb['transaction']>['execute']>[0]) =>
        run(() => db.transaction().setIsolationLevel('read committed').execute(work)),
    );
  return over(db, 'transaction', () => () => ({ setIsolationLevel: builder }));
}

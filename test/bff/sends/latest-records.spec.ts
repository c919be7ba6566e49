import { beforeEach, describe, expect, test } from 'vitest';
import { stopOrder } from '../../../src/bff/ledger/orders/releases.ts';
import { ownerOf } from '../../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import { findSend } from '../../../src/bff/ledger/sends/sends.ts';
import { isHeld, readHold, releaseHold } from '../../../src/bff/ledger/store/holds.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { createLatestRecords } from '../../../src/bff/sends/latest-records.ts';
import { type SendDeps, sendOnce } from '../../../src/bff/sends/send-once.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { messages } from '../../../src/contract/errors.ts';
import { addWaitingOrder } from '../../support/orders.ts';
import { stores } from '../../support/stores.ts';
import {
  began,
  bodyOf,
  shown,
  storeClockOf,
  transferOf,
  unchangedService,
} from './send-fixtures.ts';

const body = bodyOf(0);
const made = transferOf(body, 0);

let db: LedgerDb;
let person: string;
let time: number;
let logged: object[];

describe.each(stores())('a store that lost its latest records, on $name', ({ name, create }) => {
  beforeEach(async () => {
    const store = await create();
    db = await openLedger(store.url);
    time = began;
    logged = [];
    const ana = { email: 'ana@giro.example', name: 'Ana', password_hash: null };
    const at = new Date(began).toISOString();
    person = (await addUser(db, { ...ana, role: 'sender' }, at))?.id ?? '';
    return async () => {
      await db.destroy();
      await store.remove();
    };
  });

  /** What one instance remembers; it knows the store already. */
  async function createInstance(settleFor = 0) {
    const log = { info() {}, warn() {}, error: (fields: object) => void logged.push(fields) };
    const storeClock = storeClockOf(db, () => time);
    const records = createLatestRecords({ db, storeClock, log, settleFor });
    await records.look();
    return records;
  }
  type Instance = Awaited<ReturnType<typeof createInstance>>;

  function send(
    records: Instance,
    key: string,
    createTransfer: SendDeps['client']['createTransfer'] = async () => made,
    request = body,
  ) {
    const deps: SendDeps = {
      ...{ db, records, client: { createTransfer }, ...unchangedService },
      ...{ now: () => time, storeClock: storeClockOf(db, () => time) },
      log: { info() {}, warn() {}, error() {} },
      tracking: { list: async () => ({ value: [], readAt: time, odd: [] }), drop() {} },
      onUnconfirmed() {},
      mayUse: async () => true,
    };
    return sendOnce(deps, person, key, shown(request));
  }

  /** As a promoted standby that never got it. */
  async function lose(key: string) {
    await db.deleteFrom('owners').where('kind', '=', 'transfer').execute();
    await db.deleteFrom('sends').where('key', '=', key).execute();
  }

  const onHold = () => readHold(db, 'restore');

  test('writes again a send that is gone when its answer comes, and sends nothing more', async () => {
    const instance = await createInstance();
    await send(instance, 'kept', undefined, bodyOf(1)).catch(() => {});
    const outcome = await send(instance, 'a', async () => {
      await lose('a');
      return { ...made, id: '9100' };
    });
    expect(outcome).toMatchObject({ transfer: { id: '9100' } });
    expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: '9100' });
    expect(await ownerOf(db, 'transfer', '9100')).toBe(person);
    expect(await onHold()).toMatchObject({ kind: 'lost', released_at: null });
    // The same key finds it, and no other goes.
    expect(await send(instance, 'a')).toMatchObject({ transfer: { id: '9100' } });
    await expect(send(instance, 'b')).rejects.toMatchObject({ problem: 'ledger-held' });
  });

  test.each([
    ['timeout', 'unconfirmed'],
    ['refused', 'refused'],
    ['not-written', 'not_sent'],
  ] as const)(
    'writes again a send that is gone when its call ends with %s',
    async (kind, state) => {
      const instance = await createInstance();
      const ended = send(instance, 'a', async () => {
        await lose('a');
        throw new ServiceError(kind, messages.rateNotAvailable, { status: 400 });
      });
      const answer = await ended.catch((error: unknown) => error);
      expect(answer).toMatchObject(
        state === 'unconfirmed'
          ? { send: { state } }
          : { problem: state === 'refused' ? 'rate-not-available' : 'send-not-made' },
      );
      expect(await findSend(db, 'a')).toMatchObject({ state });
      expect(await isHeld(db)).toBe(true);
    },
  );

  test('answers the same key from the send under way, once it is written again', async () => {
    const [one, other] = [await createInstance(), await createInstance()];
    const lost = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    let posts = 0;
    const call = send(one, 'a', async () => {
      posts += 1;
      await lose('a');
      lost.resolve();
      await answer.promise;
      return made;
    });
    await lost.promise;
    // Its own instance notices before anything is sent again, and others are held by it.
    const again = async () => {
      posts += 1;
      return made;
    };
    await expect(send(one, 'a', again)).rejects.toMatchObject({ problem: 'ledger-held' });
    await expect(send(one, 'a', again)).rejects.toMatchObject({ problem: 'send-in-flight' });
    await expect(send(other, 'a', again)).rejects.toMatchObject({ problem: 'send-in-flight' });
    await expect(send(other, 'b', again)).rejects.toMatchObject({ problem: 'ledger-held' });
    answer.resolve();
    expect(await call).toMatchObject({ transfer: { id: made.id } });
    expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: made.id });
    expect(posts).toBe(1);
  });

  test('holds by the sends of another instance, which it names and that one writes again', async () => {
    const [one, other] = [await createInstance(), await createInstance()];
    await send(one, 'a');
    await other.look();
    await lose('a');
    expect(await other.areThere()).toBe(true);
    expect(await onHold()).toMatchObject({ kind: 'lost', released_at: null });
    expect(logged).toContainEqual(expect.objectContaining({ key: 'a' }));
    expect(await findSend(db, 'a')).toBeUndefined();
    await one.look();
    expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: made.id });
    // Once: it does not hold again what the release compared.
    await releaseHold(db, new Date(time).toISOString());
    await Promise.all([one.look(), other.look()]);
    expect(await isHeld(db)).toBe(false);
  });

  test('leaves a lost send to support if the same was sent in its place', async () => {
    const [one, other] = [await createInstance(), await createInstance()];
    const noAnswer = async () => {
      throw new ServiceError('timeout', 'no answer');
    };
    await send(one, 'a', noAnswer);
    await lose('a');
    await send(other, 'b', noAnswer);
    await one.look();
    expect(await findSend(db, 'a')).toMatchObject({ state: 'unresolved' });
    expect(await findSend(db, 'b')).toMatchObject({ state: 'unconfirmed' });
    expect(await isHeld(db)).toBe(true);
  });

  test('names a send that it can’t write again, because its person is gone too', async () => {
    const instance = await createInstance();
    const outcome = await send(instance, 'a', async () => {
      await lose('a');
      await db.deleteFrom('users').where('id', '=', person).execute();
      return made;
    });
    expect(outcome).toMatchObject({ send: { state: 'unconfirmed' } });
    expect(logged).toContainEqual(
      expect.objectContaining({ key: 'a', user_id: person, transfer_id: made.id }),
    );
    expect(await isHeld(db)).toBe(true);
  });

  test('takes what it saw since for lost, and what it knew before for known', async () => {
    const instance = await createInstance();
    await send(instance, 'a');
    const minutesAgo = new Date(time - 120_000).toISOString();
    const seen = [
      { transfer_id: '1', state: 'pending', seen_at: minutesAgo },
      { transfer_id: '2', state: 'pending', seen_at: new Date(time + 2_000).toISOString() },
    ];
    await lose('a');
    await db.deleteFrom('sightings').execute();
    await db.insertInto('sightings').values(seen).execute();
    await instance.look();
    const known = await db.selectFrom('known_before_restore').select('transfer_id').execute();
    expect(known).toEqual([{ transfer_id: '1' }]);
  });

  test('holds when a stop is gone, whether or not the store tells its timeline', async () => {
    const instance = await createInstance();
    const order = await addWaitingOrder(db, person);
    instance.rememberOrder(order);
    const stopped = await stopOrder(db, order, person, new Date(time).toISOString());
    if (!stopped) throw new Error('not stopped');
    instance.rememberOrder(stopped);
    await instance.look();
    expect(await instance.areThere()).toBe(true);
    expect(await onHold()).toBeNull();
    await db.updateTable('orders').set(order).where('id', '=', order.id).execute();
    // Before a send, and by itself.
    await instance.areThere();
    expect(await onHold()).toMatchObject({ kind: 'lost', released_at: null });
    expect(logged).toContainEqual({ key: order.id });
    // Once: the release asks its person.
    await releaseHold(db, new Date(time).toISOString());
    await instance.look();
    expect([await instance.areThere(), await isHeld(db)]).toEqual([true, false]);
  });

  test('holds when a stop is gone that only another instance wrote, which is gone too', async () => {
    const [one, other] = [await createInstance(), await createInstance()];
    const order = await addWaitingOrder(db, person);
    one.rememberOrder(order);
    await other.look();
    const stopped = await stopOrder(db, order, person, new Date(time).toISOString());
    if (!stopped) throw new Error('not stopped');
    await other.look();
    await db.updateTable('orders').set(order).where('id', '=', order.id).execute();
    await other.areThere();
    expect(await onHold()).toMatchObject({ kind: 'lost', released_at: null });
    expect(logged).toContainEqual({ key: order.id });
  });

  test('sees a stop that another instance wrote beside many orders that are tried again', async () => {
    const other = await createInstance();
    const order = await addWaitingOrder(db, person);
    const failing = [];
    for (let count = 0; count < 25; count += 1) failing.push(await addWaitingOrder(db, person));
    if (!(await stopOrder(db, order, person, new Date(time).toISOString()))) throw new Error('no');
    const updated_at = new Date(time + 500).toISOString();
    for (const { id } of failing) {
      const again = { reason: 'service-unreachable', updated_at };
      await db.updateTable('orders').set(again).where('id', '=', id).execute();
    }
    await other.look();
    await db.updateTable('orders').set(order).where('id', '=', order.id).execute();
    await other.areThere();
    expect(await onHold()).toMatchObject({ kind: 'lost', released_at: null });
    expect(logged).toContainEqual({ key: order.id });
  });

  test('takes an order for lost that is gone, and none that others changed or that is deleted by its age', async () => {
    const instance = await createInstance();
    const [changed, old, lost] = [
      await addWaitingOrder(db, person),
      await addWaitingOrder(db, person),
      await addWaitingOrder(db, person),
    ];
    for (const one of [changed, old, lost]) instance.rememberOrder(one);
    const forgotten_at = new Date(time).toISOString();
    await db.insertInto('forgotten_sends').values({ key: old.id, forgotten_at }).execute();
    await db.deleteFrom('orders').where('id', '=', old.id).execute();
    await stopOrder(db, changed, person, forgotten_at);
    await instance.look();
    expect([logged, await isHeld(db)]).toEqual([[], false]);
    await db.deleteFrom('orders').where('id', '=', lost.id).execute();
    await instance.look();
    expect(await isHeld(db)).toBe(true);
    expect(logged).toContainEqual({ key: lost.id });
  });

  // A file has none.
  describe.skipIf(name === 'SQLite')('on another timeline', () => {
    /** As if the ledger had been on another before. */
    const promote = () => db.updateTable('store_timeline').set({ name: 'another' }).execute();

    test('waits until every instance can have looked, then goes on', async () => {
      const [one, other] = [await createInstance(10_000), await createInstance(10_000)];
      await send(one, 'a');
      await promote();
      time += 1_000;
      for (const instance of [one, other]) {
        await expect(send(instance, 'b', undefined, bodyOf(1))).rejects.toMatchObject({
          problem: 'ledger-held',
        });
      }
      time += 9_000;
      await expect(send(other, 'b', undefined, bodyOf(1))).rejects.toMatchObject({
        problem: 'ledger-held',
      });
      time += 1_500;
      expect(await isHeld(db)).toBe(false);
      const next = async () => ({ ...transferOf(bodyOf(1), 1) });
      expect(await send(other, 'b', next, bodyOf(1))).toMatchObject({ transfer: { id: '9002' } });
    });

    test('writes again an outcome that is gone alone', async () => {
      const instance = await createInstance();
      await send(instance, 'a');
      await db.deleteFrom('owners').where('kind', '=', 'transfer').execute();
      const before = { state: 'intended', transfer_id: null, answer: null } as const;
      await db.updateTable('sends').set(before).execute();
      await promote();
      await instance.look();
      expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: made.id });
      expect(await isHeld(db)).toBe(false);
    });

    test('holds at a start, if no instance was there to compare', async () => {
      const last = await createInstance();
      await send(last, 'a');
      await promote();
      const first = await createInstance(10_000);
      await expect(send(first, 'b')).rejects.toMatchObject({ problem: 'ledger-held' });
      expect(await isHeld(db)).toBe(false);
      time += 10_000;
      await first.look();
      expect(await onHold()).toMatchObject({ kind: 'lost', released_at: null });
    });

    test('goes on at a start, if an instance compared', async () => {
      const running = await createInstance(10_000);
      await promote();
      const started = await createInstance(10_000);
      await running.look();
      time += 10_500;
      await started.look();
      expect(await isHeld(db)).toBe(false);
      expect(await send(started, 'a')).toMatchObject({ transfer: { id: made.id } });
    });
  });
});

import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { timestamp } from '../../../src/bff/lib/timestamp.ts';
import { resumeAsSeen } from '../../../src/bff/orders/change-order.ts';
import { sendOrHold } from '../../../src/bff/orders/make-order.ts';
import { releaseOrder } from '../../../src/bff/orders/release.ts';
import { createOrderWorker } from '../../../src/bff/orders/worker.ts';
import type { SendDeps } from '../../../src/bff/sends/send-once.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import type { TransferRequest } from '../../../src/contract/transfer.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import {
  began,
  bodyOf,
  sendDepsOf,
  shown,
  storeClockOf,
  transferOf,
  unchangedService,
} from '../sends/send-fixtures.ts';
import { createOrders, dayMs } from './order-fixture.ts';

/** More than are released together. */
const count = 6;

describe.each(stores())('the worker that releases orders, on $name', ({ create }) => {
  let db: LedgerDb;
  let time: number;
  let posted: TransferRequest[];
  let logged: object[];

  beforeEach(async () => {
    [db, time, posted, logged] = [await (await openStore(create)).open(), began, [], []];
  });
  const depsOf = (on: LedgerDb) => ({
    ...sendDepsOf(on, () => time, {
      client: {
        createTransfer: async (request) => transferOf(request, posted.push(request)),
      },
    }),
    log: { info() {}, warn() {}, error: (fields: object) => void logged.push(fields) },
    everyMs: 60_000,
  });
  const start = (deps: Parameters<typeof createOrderWorker>[0]) => {
    const worker = createOrderWorker(deps);
    onTestFinished(() => worker.stop());
    return worker;
  };

  /** Makes an order of each id, all of them due. */
  async function makeDue(ids: readonly string[]) {
    const ana = await addPerson(db, { email: 'ana@giro.example', at: timestamp(began) });
    const hold = { seconds: 5, newRecipientSeconds: 0 };
    for (const [index, id] of ids.entries()) {
      const body = { ...bodyOf(0), source_amount_cents: 5_000n + BigInt(index) };
      await sendOrHold({ ...depsOf(db), hold, onDue() {} }, ana, id, shown(body), null);
    }
    time += 5_000;
  }

  test('releases all others when it fails at one', async () => {
    const ids = Array.from({ length: count }, () => randomUUID()).sort();
    await makeDue(ids);
    // The first of those that are due together.
    const lease = `release ${ids[0]}`;
    const failing: KyselyPlugin = {
      transformQuery({ node }) {
        if (JSON.stringify(node).includes(lease)) throw new Error('no lease');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await start(depsOf(db.withPlugin(failing))).look();
    expect(posted).toHaveLength(count - 1);
    expect(logged).toContainEqual({ err: new Error('no lease') });
    const left = await db
      .selectFrom('orders')
      .select('id')
      .where('state', '=', 'waiting')
      .execute();
    expect(left).toEqual([{ id: ids[0] }]);
  });

  test('releases what is due while the days of all others are counted after a start', async () => {
    await makeDue([randomUUID()]);
    const [asked, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const counted = new Set<object>();
    const slow: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        const text = JSON.stringify(node);
        if (text.includes('"<>"') && text.includes('"waits_for"')) counted.add(queryId);
        return node;
      },
      async transformResult({ result, queryId }) {
        if (!counted.has(queryId)) return result;
        asked.resolve();
        await goesOn.promise;
        return result;
      },
    };
    const look = start(depsOf(db.withPlugin(slow))).look();
    onTestFinished(() => goesOn.resolve());
    await asked.promise;
    await expect.poll(() => posted.length).toBe(1);
    goesOn.resolve();
    await look;
  });

  test('leaves what another instance is releasing', async () => {
    await makeDue([randomUUID()]);
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let reads = 0;
    const deps: SendDeps = {
      ...depsOf(db),
      async showAccount(id) {
        reads += 1;
        begun.resolve();
        // The first one only, so that another would go on and be seen.
        if (reads === 1) await goesOn.promise;
        return unchangedService.showAccount(id);
      },
    };
    const release = start({ ...deps, everyMs: 60_000 }).look();
    onTestFinished(() => goesOn.resolve());
    await begun.promise;
    await start({ ...deps, everyMs: 60_000 }).look();
    expect([reads, posted.length]).toEqual([1, 0]);
    goesOn.resolve();
    await release;
    expect([reads, posted.length]).toEqual([1, 1]);
  });

  test('tries again at no instance before its time has come', async () => {
    await makeDue([randomUUID()]);
    let reads = 0;
    const deps: SendDeps = {
      ...depsOf(db),
      async showAccount(id) {
        reads += 1;
        if (reads === 1) throw new ServiceError('timeout', 'no answer');
        return unchangedService.showAccount(id);
      },
    };
    const [one, other] = [start({ ...deps, everyMs: 60_000 }), start({ ...deps, everyMs: 60_000 })];
    await one.look();
    await other.look();
    expect([reads, posted.length]).toEqual([1, 0]);
    time += 2_001;
    await other.look();
    expect([reads, posted.length]).toEqual([2, 1]);
  });

  test('keeps nobody waiting by orders of another that fail, or of their own', async () => {
    const orders = await createOrders(create);
    const { ben, clock, db, posted, newDeps, schedule, now, lookAt } = orders;
    let reads: string[] = [];
    const failing = newDeps({
      async showAccount(id) {
        reads.push(id);
        if (id === '501') throw new ServiceError('broken', 'down');
        return unchangedService.showAccount(id);
      },
    });
    const days = { first_day: '2026-01-10', time: '09:05', zone: 'America/Santiago' };
    const hers = await schedule({ ...shown(bodyOf(1)), source_amount_cents: 7_000n, days });
    const one = await schedule();
    const others = Array.from({ length: 200 }, (_, index) => ({
      ...{ ...one, id: randomUUID(), body_hash: `${index}` },
    }));
    await db.insertInto('orders').values(others).execute();
    await lookAt('2026-01-10T12:00:00Z', failing);
    expect(reads).toHaveLength(others.length + 1);
    clock.time += 1_000;
    const his = await schedule({ days }, ben.id);
    reads = [];
    await lookAt('2026-01-10T12:05:00Z', failing);
    for (const order of [hers, his]) expect((await now(order)).occurrence).toBe(2);
    expect(posted).toHaveLength(2);
    // Before those that failed are tried again.
    expect(reads.length).toBeGreaterThan(others.length);
    expect(reads.lastIndexOf('502')).toBeLessThan(10);
  }, 60_000);

  test('waits for none that is slow: of one person two at most are released at once', async () => {
    const { ben, clock, posted, newDeps, schedule, now } = await createOrders(create);
    const begun: string[] = [];
    const slow = Promise.withResolvers<void>();
    const deps = newDeps({
      async showAccount(id) {
        begun.push(id);
        if (id === '501') await slow.promise;
        return unchangedService.showAccount(id);
      },
    });
    const amounts = Array.from({ length: count }, (_, index) => 5_000n + BigInt(index));
    for (const source_amount_cents of amounts) await schedule({ source_amount_cents });
    const days = { first_day: '2026-01-10', time: '09:05', zone: 'America/Santiago' };
    const his = await schedule({ days }, ben.id);
    clock.time = Date.parse('2026-01-10T12:04:50Z');
    const worker = createOrderWorker({ ...deps, everyMs: 600_000 });
    onTestFinished(() => worker.stop());
    const first = worker.look();
    await expect.poll(() => begun).toEqual(['501', '501']);
    clock.time = Date.parse('2026-01-10T12:05:00Z');
    const second = worker.look();
    await expect.poll(async () => (await now(his)).occurrence).toBe(2);
    expect(begun.filter((id) => id === '501')).toHaveLength(2);
    slow.resolve();
    await Promise.all([first, second]);
    expect(posted).toHaveLength(count + 1);
  });

  test('passes over no day by a store whose clock differs', async () => {
    const { clock, posted, db, newDeps, schedule, now, lookAt, news } = await createOrders(create);
    const order = await schedule();
    clock.time = Date.parse(order.release_at ?? '') - 1_000;
    const own = clock.time;
    const ahead = Date.parse('2026-02-01T12:00:00Z');
    const deps = newDeps({
      storeClock: storeClockOf(
        db,
        () => clock.time,
        () => own,
      ),
    });
    await lookAt(ahead, deps);
    expect(await releaseOrder(deps, order)).toBe('later');
    expect([await now(order), await news()]).toEqual([order, []]);
    await db.deleteFrom('leases').execute();
    await lookAt(order.release_at ?? '');
    expect(posted).toHaveLength(1);
  });

  test('sends what its person answers just before the day is over', async () => {
    const { clock, posted, db, newDeps, schedule, now, lookAt } = await createOrders(create);
    const order = await schedule();
    await db.updateTable('orders').set({ state: 'needs_you', reason: 'worse-rate' }).execute();
    clock.time = Date.parse(order.release_at ?? '') + dayMs - 1;
    await resumeAsSeen(newDeps(), order, { revision: 1 }, '');
    await lookAt(clock.time + 1_000);
    expect(posted).toHaveLength(1);
    expect(await now(order)).toMatchObject({ state: 'waiting', occurrence: 2 });
  });
});

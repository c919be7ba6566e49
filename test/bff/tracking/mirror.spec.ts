import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { own } from '../../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { mirrorState } from '../../../src/bff/ledger/transfers/mirror.ts';
import {
  addStateObservations,
  firstSeenOf,
} from '../../../src/bff/ledger/transfers/state-observations.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { createTracking, type TrackingDeps } from '../../../src/bff/tracking/tracking.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { mirroredRows } from '../../support/mirrored-rows.ts';
import { openStore } from '../../support/open-store.ts';
import { seed } from '../../support/seed.ts';
import { stores } from '../../support/stores.ts';
import { accounts, answerOf, row } from './rows.ts';

const intervals = { min: 20, max: 20 };

describe.each(stores())('the mirror on $name', ({ name, create }) => {
  let store: Awaited<ReturnType<typeof openStore>>;
  let db: LedgerDb;
  /** The service: all instances read the same transfers. */
  const service = { rows: new Map<string, Transfer>(), isDown: false };

  beforeEach(async () => {
    Object.assign(service, { rows: new Map(), isDown: false });
    put(row('9'), row('10'), row('9007199254740993'));
    store = await openStore(create);
    db = await store.open();
  });

  const put = (...rows: Transfer[]) => {
    for (const one of rows) service.rows.set(one.id, one);
  };

  async function startInstance(options: Partial<TrackingDeps> = {}) {
    const reads = { lists: 0, isCut: false, hold: null as Promise<void> | null };
    const read = async <T>(answer: T) => {
      await reads.hold;
      if (service.isDown || reads.isCut) throw new ServiceError('timeout', 'no answer');
      return answer;
    };
    const client = {
      async listTransfersText() {
        reads.lists += 1;
        return read(answerOf([...service.rows.values()]));
      },
      showTransfer: (id: string) => read(service.rows.get(id) ?? row(id)),
    };
    const ledger = await store.open();
    const tracking = createTracking({
      ...{ client, db: ledger, now: Date.now, intervals, alone: false },
      ...options,
    });
    onTestFinished(() => tracking.close());
    return { tracking, reads };
  }

  const inLedger = async () => (await mirroredRows(db)).map(({ id, state }) => `${id} ${state}`);
  const takeLeaseAway = () =>
    db.updateTable('leases').set({ until: '2000-01-01T00:00:00.000Z' }).execute();

  test('keeps ids and amounts exact, in the order of their numbers', async () => {
    const huge = 10n ** 40n + 1n;
    put(row('11', { source_amount_cents: huge }));
    const { tracking } = await startInstance();
    await tracking.current();
    const kept = await mirroredRows(db);
    expect(kept.map(({ id }) => id)).toEqual(['9', '10', '11', '9007199254740993']);
    expect(kept[2]).toEqual(row('11', { source_amount_cents: huge }));
  });

  test('is read by one of several instances that watch, until it leaves', async () => {
    const instances = await Promise.all([startInstance(), startInstance(), startInstance()]);
    const [first] = instances;
    await first?.tracking.current();
    for (const { tracking } of instances) tracking.watch();
    put(row('12'));
    const rows = async () =>
      Promise.all(
        instances.map(async ({ tracking }) => (await tracking.list(60_000, accounts)).value.length),
      );
    await expect.poll(() => first?.reads.lists).toBeGreaterThan(10);
    for (const { tracking } of instances) await tracking.follow();
    expect(await rows()).toEqual([4, 4, 4]);
    expect(instances.map(({ reads }) => reads.lists > 0)).toEqual([true, false, false]);
    await first?.tracking.close();
    const others = () => instances.slice(1).filter(({ reads }) => reads.lists > 0).length;
    await expect.poll(others).toBe(1);
  });

  test('leaves the first list to the reader, and sends wait for it', async () => {
    const [reader, other] = [await startInstance(), await startInstance()];
    const hasty = await startInstance({ firstReadMs: 0 });
    const held = Promise.withResolvers<void>();
    reader.reads.hold = held.promise;
    const first = reader.tracking.current();
    await expect.poll(() => reader.reads.lists).toBe(1);
    const there = await other.tracking.current();
    expect(other.tracking.asOf(there)?.service).toBe('loading');
    await expect(hasty.tracking.list(0, accounts)).rejects.toMatchObject({ kind: 'timeout' });
    const list = other.tracking.list(0, accounts);
    held.resolve();
    await first;
    expect((await list).value).toHaveLength(3);
    expect(other.tracking.asOf()?.service).toBe('ok');
    expect([other.reads.lists, hasty.reads.lists]).toEqual([1, 0]);
  });

  test('fails at every instance if none could read a first list', async () => {
    const [reader, other] = [await startInstance(), await startInstance()];
    service.isDown = true;
    for (const { tracking } of [reader, other]) {
      await expect(tracking.current()).rejects.toMatchObject({ kind: 'timeout' });
    }
  });

  test('takes nothing from a reader that was paused until another had read', async () => {
    const [paused, other] = [await startInstance(), await startInstance()];
    await paused.tracking.current();
    const held = Promise.withResolvers<void>();
    paused.reads.hold = held.promise;
    const old = paused.tracking.list(0, accounts);
    await expect.poll(() => paused.reads.lists).toBe(2);
    put(row('9', { state: 'executed' }), row('12'));
    await takeLeaseAway();
    await other.tracking.current();
    await expect.poll(inLedger).toContain('12 pending');
    // It would read again soon.
    await other.tracking.close();
    const before = await mirrorState(db);
    // It would read again soon, too.
    const closed = paused.tracking.close();
    held.resolve();
    // With what the ledger has since.
    expect((await old).value).toHaveLength(4);
    await closed;
    expect(await mirrorState(db)).toEqual(before);
    expect(await inLedger()).toContain('9 executed');
    expect((await paused.tracking.known('9'))?.row.state).toBe('executed');
  });

  test('takes no list whose read began before the one that it has, also with the lease', async () => {
    const [slow, other] = [await startInstance(), await startInstance()];
    await other.tracking.current();
    await slow.tracking.follow();
    const held = Promise.withResolvers<void>();
    slow.reads.hold = held.promise;
    const old = slow.tracking.list(0, accounts);
    await expect.poll(() => slow.reads.lists).toBe(1);
    put(row('9', { state: 'executed' }), row('12'));
    await other.tracking.list(0, accounts);
    await expect.poll(inLedger).toContain('12 pending');
    await other.tracking.close();
    const before = await mirrorState(db);
    held.resolve();
    await old;
    await slow.tracking.close();
    expect(await mirrorState(db)).toEqual(before);
    expect(await inLedger()).toContain('9 executed');
  });

  test('has a transfer again that another instance had removed, also with the same text', async () => {
    const [reader, other] = [await startInstance(), await startInstance()];
    await reader.tracking.list(0, accounts);
    service.rows.delete('9');
    await other.tracking.list(0, accounts);
    expect(await inLedger()).not.toContain('9 pending');
    put(row('9'));
    await reader.tracking.list(0, accounts);
    expect(await inLedger()).toContain('9 pending');
  });

  test('is read by another instance if the reader alone does not reach the service', async () => {
    const [cut, other] = [await startInstance(), await startInstance()];
    await cut.tracking.current();
    cut.reads.isCut = true;
    cut.tracking.watch();
    other.tracking.watch();
    put(row('12'));
    await expect.poll(inLedger).toContain('12 pending');
  });

  test('takes no transfer that was read alone before a list of another instance', async () => {
    const [slow, other] = [await startInstance(), await startInstance()];
    await other.tracking.current();
    await slow.tracking.follow();
    const held = Promise.withResolvers<void>();
    slow.reads.hold = held.promise;
    const shown = slow.tracking.show('9');
    put(row('9', { state: 'executed' }));
    await other.tracking.list(0, accounts);
    await expect.poll(inLedger).toContain('9 executed');
    held.resolve();
    expect((await shown).value.state).toBe('executed');
    expect(await inLedger()).toContain('9 executed');
  });

  test('shows all instances a transfer that was read alone, and does not take it back', async () => {
    const [reader, other] = [await startInstance(), await startInstance()];
    await reader.tracking.current();
    const held = Promise.withResolvers<void>();
    reader.reads.hold = held.promise;
    const list = reader.tracking.list(0, accounts);
    await expect.poll(() => reader.reads.lists).toBe(2);
    put(row('9', { state: 'executed' }));
    await other.tracking.show('9');
    expect(await inLedger()).toContain('9 executed');
    held.resolve();
    await list;
    await reader.tracking.close();
    expect(await inLedger()).toContain('9 executed');
    expect((await reader.tracking.known('9'))?.row.state).toBe('executed');
  });

  test('shows a transfer that was just made to its owner, also before a list has it', async () => {
    const { tracking, reads } = await startInstance();
    await tracking.current();
    const held = Promise.withResolvers<void>();
    reads.hold = held.promise;
    const list = tracking.list(0, accounts);
    await expect.poll(() => reads.lists).toBe(2);
    await tracking.made(row('12'));
    expect((await tracking.known('12'))?.row).toEqual(row('12'));
    held.resolve();
    await list;
    await tracking.close();
    expect(await inLedger()).toContain('12 pending');
  });

  test('has the last list at once while the service is down, after a restart', async () => {
    const first = await startInstance();
    const { readAt } = await first.tracking.current();
    await first.tracking.close();
    service.isDown = true;
    const second = await startInstance();
    const index = await second.tracking.current();
    expect(await inLedger()).toHaveLength(3);
    expect(index.readAt).toBe(readAt);
    const as_of = new Date(readAt).toISOString();
    await expect.poll(() => second.tracking.asOf(index)).toEqual({ as_of, service: 'silent' });
  });

  test('keeps owners and the times of an older ledger', async () => {
    const person = { email: 'a@b.example', name: '', role: 'sender', password_hash: null } as const;
    const then = '2025-01-01T00:00:00.000Z';
    const user = await addUser(db, person, then);
    await own(db, 'transfer', '9', user?.id ?? '', then);
    await addStateObservations(db, [{ transfer_id: '9', state: 'pending' }], then);
    const { tracking } = await startInstance();
    await tracking.current();
    expect(await firstSeenOf(db, ['9', '10'])).toEqual(new Map([['9', then]]));
  });

  test.skipIf(name === 'SQLite')('is written again after a deadlock with a migration', async () => {
    const { tracking } = await startInstance();
    await tracking.current();
    put(row('9', { state: 'executed' }));
    let list: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      await sql`lock table sightings in access exclusive mode`.execute(tx);
      list = tracking.list(0, accounts);
      // Of this database: others of the server wait for locks of their own.
      const waiting = sql<{ count: string }>`
        select count(*) from pg_locks join pg_database on pg_database.oid = database
        where not granted and datname = current_database()`;
      await expect
        .poll(async () => (await waiting.execute(db)).rows[0]?.count, { interval: 10 })
        .not.toBe('0');
      // Now both wait for each other: the one that looks first whether they do is rolled back, the write.
      await sql`set local deadlock_timeout = '30s'`.execute(tx);
      await sql`lock table transfers in access exclusive mode`.execute(tx);
    });
    await list;
    expect(await inLedger()).toContain('9 executed');
  });

  test('writes 1,000 changes of one read', async () => {
    const [reader, other] = [await startInstance(), await startInstance()];
    await reader.tracking.current();
    await other.tracking.follow();
    const many = Array.from({ length: 1_000 }, (_, index) => row(`${20_000 + index}`));
    put(...many);
    await reader.tracking.list(0, accounts);
    await reader.tracking.close();
    let told = 0;
    other.tracking.onNews(({ rows }) => {
      told += rows.length;
    });
    await other.tracking.follow();
    expect(told).toBe(1_000);
    expect((await other.tracking.known('20999'))?.row).toEqual(many.at(-1));
    expect(other.tracking.asOf()).toEqual(reader.tracking.asOf());
  });

  test('tells a third instance every change of two that write at once, each number once', {
    retry: 0,
  }, async () => {
    const runs = name === 'SQLite' ? 5 : 10;
    const ids = ['9', '10', '9007199254740993'];
    const step = fc.record({
      id: fc.constantFrom(...ids),
      at: fc.nat({ max: 1 }),
      list: fc.boolean(),
    });
    const [one, two, third] = [await startInstance(), await startInstance(), await startInstance()];
    await one.tracking.current();
    await third.tracking.follow();
    const seen = new Map<string, string>();
    const numbers: number[] = [];
    third.tracking.onNews(({ rows }) => {
      for (const { row, change } of rows) {
        seen.set(row.id, row.state);
        numbers.push(change);
      }
    });
    let count = 0;
    const property = async (steps: { id: string; at: number; list: boolean }[]) => {
      const work = steps.map(async ({ id, at, list }) => {
        const { tracking } = at === 0 ? one : two;
        count += 1;
        put(row(id, { state: `state ${count}` }));
        await (list ? tracking.list(0, accounts) : tracking.show(id));
        await third.tracking.follow();
      });
      await Promise.all(work);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), property), {
      ...{ numRuns: runs, seed, endOnFailure: true },
    });
    await Promise.all([one.tracking.close(), two.tracking.close()]);
    await third.tracking.follow();
    const kept = await mirroredRows(db);
    const changed = kept.filter(({ state }) => state !== 'pending');
    expect(new Map(changed.map(({ id, state }) => [id, state]))).toEqual(seen);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });
});

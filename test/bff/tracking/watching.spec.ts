import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { own } from '../../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { type Mirrored, mirrorState } from '../../../src/bff/ledger/transfers/mirror.ts';
import { transferWindow } from '../../../src/bff/ledger/transfers/transfer-windows.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import {
  createTracking,
  type LiveTracking,
  type TrackingDeps,
} from '../../../src/bff/tracking/tracking.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { mirroredRows } from '../../support/mirrored-rows.ts';
import { openTestLedger } from '../../support/stores.ts';
import { accounts, answerOf, row } from './rows.ts';

/** A fake service: the test sets its list, and holds or fails its reads. */
const service = {
  rows: [] as Transfer[],
  down: false,
  etag: undefined as string | undefined,
  asked: [] as (string | undefined)[],
  underWay: 0,
  maxAtOnce: 0,
  hold: null as Promise<void> | null,
  one: row('1'),
};
const warnings: string[] = [];
let db: LedgerDb;
let tracking: LiveTracking;

const client = {
  async listTransfersText({ etag }: { etag?: string | undefined } = {}) {
    service.asked.push(etag);
    service.underWay += 1;
    service.maxAtOnce = Math.max(service.maxAtOnce, service.underWay);
    const read = answerOf(service.rows, service.etag);
    await service.hold;
    service.underWay -= 1;
    if (service.down) throw new ServiceError('timeout', 'no answer');
    return etag !== undefined && etag === service.etag ? null : read;
  },
  showTransfer: async () => service.one,
};

beforeEach(async () => {
  Object.assign(service, { rows: [row('1'), row('2')], down: false, etag: undefined, asked: [] });
  Object.assign(service, { underWay: 0, maxAtOnce: 0, hold: null, one: row('1') });
  warnings.length = 0;
  db = await openTestLedger({
    only: 'SQLite',
    because: 'its timers are faked, and do not wait for what PostgreSQL answers through a socket',
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const log = {
    info() {},
    warn: (_: object, text: string) => void warnings.push(text),
    error() {},
  };
  tracking = createTracking({ client, db, now: Date.now, log });
});
afterEach(async () => {
  await tracking.close();
  vi.useRealTimers();
  await db.destroy();
});

const newest = { whose: 'everything', sort: 'newest' } as const;
/** Second by second, so that on a busy machine the ledger has the turns of the event loop that it waits for. */
async function seconds(count: number) {
  let left = count;
  do {
    await vi.advanceTimersByTimeAsync(Math.min(left, 1) * 1_000);
    await written();
    left -= 1;
  } while (left > 0);
}
const reads = () => service.asked.length;
/** Waits until the service has been asked so often: what the ledger says before takes turns, more on a busy machine. */
async function untilReads(count: number) {
  while (reads() < count) await written();
}
async function readsIn(count: number) {
  const before = reads();
  await seconds(count);
  return reads() - before;
}
/** Waits until a list that was read is in the ledger, which takes no timer. */
const written = () => new Promise<void>((done) => setImmediate(done));
async function readList() {
  await tracking.list(0, accounts);
  await written();
}
async function current() {
  const list = await tracking.current();
  const rows = await mirroredRows(db);
  return { ...list, rows };
}
const states = async () => (await current()).rows.map(({ state }) => state);

test('reads nothing while nobody watches', async () => {
  await seconds(600);
  expect(reads()).toBe(0);
  const leave = tracking.watch();
  await seconds(1);
  leave();
  expect(await readsIn(600)).toBeLessThanOrEqual(1);
});

test('reads now and then while nobody looks, until every transfer has ended', async () => {
  const minutes = (count: number) => seconds(count * 60);
  await tracking.close();
  tracking = createTracking({ client, db, now: Date.now, backgroundMs: 300_000 });
  await tracking.start();
  await minutes(60);
  expect(reads(), 'nothing was ever read').toBe(0);
  const user = await addUser(
    db,
    { email: 'ana@giro.example', name: 'Ana', role: 'sender', password_hash: null },
    '2026-01-01T00:00:00.000Z',
  );
  await own(db, 'transfer', '1', user?.id ?? '', '2026-01-01T00:00:00.000Z');
  await minutes(5);
  expect(reads(), 'made before the mirror').toBe(1);
  await tracking.current();
  await minutes(1);
  service.rows = [row('1', { state: 'assigned' }), row('2', { state: 'executed' })];
  const before = reads();
  await minutes(20);
  expect(reads() - before).toBe(4);
  expect(await sightings()).toContainEqual({ transfer_id: '1', state: 'assigned' });
  service.rows = [row('1', { state: 'rejected' }), row('2', { state: 'executed' })];
  await minutes(5);
  const last = reads();
  await minutes(600);
  expect(reads()).toBe(last);
});

test.each([
  ['first', 'executed'],
  ['last', 'pending'],
])('keeps a transfer that was listed twice and whose %s row goes', async (gone, state) => {
  const [one, other, again] = [row('7'), row('8'), row('7', { state: 'executed' })];
  service.rows = [one, other, again];
  tracking.watch();
  await readList();
  service.rows = gone === 'first' ? [other, again] : [one, other];
  await readList();
  // The row that stays is read with the next list.
  await readList();
  expect(await mirroredRows(db)).toEqual([row('7', { state }), other]);
});

test('keeps to what it has of a transfer that is listed twice, until that row changes', async () => {
  const [one, again] = [row('7'), row('7', { state: 'executed' })];
  service.rows = [one, row('8'), again];
  await readList();
  const { change } = tracking.position();
  await readList();
  expect([await states(), tracking.position().change]).toEqual([['executed', 'pending'], change]);
  service.rows = [one, row('8'), row('7', { state: 'rejected' })];
  await readList();
  expect(await states()).toEqual(['rejected', 'pending']);
});

test('does not let an ETag stand for a list of which a later read is kept', async () => {
  await readList();
  const held = Promise.withResolvers<void>();
  Object.assign(service, { etag: 'a', hold: held.promise });
  const before = reads();
  const list = tracking.list(0, accounts);
  await untilReads(before + 1);
  await seconds(1);
  // A single read that began later brings another state than the list that is under way.
  service.one = row('1', { state: 'assigned' });
  await tracking.show('1');
  held.resolve();
  await list;
  expect((await mirrorState(db)).etag).toBeNull();
  // The next list, which is the same text, decides.
  await readList();
  expect([await states(), (await mirrorState(db)).etag]).toEqual([['pending', 'pending'], 'a']);
});

test('does not let an ETag stand for a mirror that has a part of another list', async () => {
  service.etag = 'a';
  await readList();
  service.etag = 'b';
  service.rows = Array.from({ length: 300 }, (_, index) => row(`${index + 10}`));
  const cut = tracking.list(0, accounts);
  // Stops after the first part.
  const stopped = tracking.close();
  await expect(cut).rejects.toThrow('stopped');
  await stopped;
  expect((await mirroredRows(db)).length).toBeLessThan(300);
  tracking = createTracking({ client, db, now: Date.now });
  await readList();
  expect(service.asked.at(-1)).toBeUndefined();
  expect((await mirroredRows(db)).length).toBe(300);
});

test('polls less often while nothing changes, and often after a change', async () => {
  tracking.watch();
  await seconds(0);
  await untilReads(1);
  expect(await readsIn(4)).toBe(1);
  expect(await readsIn(4)).toBe(0);
  await seconds(600);
  expect(await readsIn(120)).toBe(2);
  service.rows = [row('1', { state: 'assigned' }), row('2')];
  const before = reads();
  while (reads() === before) await seconds(1);
  expect(await readsIn(4)).toBe(1);
});

test.each([1, 10, 200])('polls as often for %i watchers as for one', async (watchers) => {
  for (let count = 0; count < watchers; count += 1) tracking.watch();
  await seconds(60);
  // 0, 4, 10, 19, 32.5, 52.75 s
  expect(reads()).toBe(6);
});

test('keeps polling for 30 seconds after a request for the list', async () => {
  await tracking.current();
  expect(await readsIn(29)).toBeGreaterThan(1);
  await seconds(30);
  expect(await readsIn(600)).toBe(0);
});

test('never reads twice at once, and reads again after a drop', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  service.hold = promise;
  const early = tracking.list(0, accounts);
  const joined = tracking.list(0, accounts);
  await untilReads(1);
  tracking.drop();
  service.rows = [...service.rows, row('3')];
  const late = tracking.list(0, accounts);
  await seconds(0);
  expect(reads()).toBe(1);
  resolve();
  const found = await Promise.all([early, joined, late]);
  expect(found.map(({ value }) => value.length)).toEqual([2, 2, 3]);
  expect([reads(), service.maxAtOnce]).toEqual([2, 1]);
});

test('starts a new read for maxAge 0 while another is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  service.hold = promise;
  const early = tracking.list(0, accounts);
  await untilReads(1);
  service.rows = [...service.rows, row('3')];
  const late = tracking.list(0, accounts);
  resolve();
  const found = await Promise.all([early, late]);
  expect(found.map(({ value }) => value.length)).toEqual([2, 3]);
  expect(service.maxAtOnce).toBe(1);
});

test('polls soon after a drop during a read', async () => {
  tracking.watch();
  await seconds(600);
  const held = Promise.withResolvers<void>();
  service.hold = held.promise;
  const before = reads();
  while (reads() === before) await seconds(1);
  tracking.drop();
  held.resolve();
  service.hold = null;
  expect(await readsIn(7)).toBeGreaterThan(0);
});

describe('after the clock was set back', () => {
  const before = Date.parse('2026-01-01T12:00:00Z');

  test('takes a list that is read now', async () => {
    vi.setSystemTime(before);
    await readList();
    vi.setSystemTime(before - 3_600_000);
    service.rows = [row('1', { state: 'assigned' }), row('2'), row('3')];
    expect((await tracking.list(0, accounts)).value).toEqual(service.rows);
    service.one = row('2', { state: 'executed' });
    expect((await tracking.show('2')).value.state).toBe('executed');
    const leave = tracking.watch();
    expect(await readsIn(10)).toBeGreaterThan(0);
    leave();
  });

  test('takes a list whose read ends when the clock is as far as it was', async () => {
    vi.setSystemTime(before);
    await readList();
    vi.setSystemTime(before - 1_000);
    service.rows = [row('1'), row('2'), row('3')];
    const held = Promise.withResolvers<void>();
    service.hold = held.promise;
    const list = tracking.list(0, accounts);
    await untilReads(2);
    vi.setSystemTime(before + 1_000);
    service.hold = null;
    held.resolve();
    expect((await list).value).toEqual(service.rows);
  });
});

test('reads again after a drop, however fresh the last list is', async () => {
  const length = async () => (await tracking.list(60_000, accounts)).value.length;
  await tracking.current();
  service.rows = [...service.rows, row('3')];
  expect(await length()).toBe(2);
  tracking.drop();
  expect(await length()).toBe(3);
});

test('does not parse an unchanged list, and sends its ETag', async () => {
  service.etag = '"a"';
  const { rows } = await current();
  const { change } = tracking.position();
  await seconds(5);
  expect((await current()).rows).toEqual(rows);
  expect(service.asked).toEqual([undefined, '"a"', ...service.asked.slice(2)]);
  service.etag = undefined;
  await seconds(60);
  const again = await current();
  expect([again.rows, tracking.position().change]).toEqual([rows, change]);
  expect(again.readAt).toBeGreaterThan(Date.now() - 10_000);
});

test('tells only what changed since, after it dropped the list because nobody looked', async () => {
  await current();
  await seconds(600);
  service.rows = [row('1'), row('2', { state: 'executed' }), row('3')];
  const told: string[] = [];
  tracking.onNews(({ rows }) => void told.push(...rows.map((one) => one.row.id)));
  expect((await tracking.list(0, accounts)).value).toEqual(service.rows);
  await written();
  expect(told).toEqual(['2', '3']);
  expect(await states()).toEqual(['pending', 'executed', 'pending']);
});

test('shows the last list with its time while the service is down', async () => {
  const began = new Date(Date.now()).toISOString();
  const news: number[] = [];
  tracking.onNews(({ rows }) => void news.push(rows.length));
  await tracking.current();
  expect(tracking.asOf()).toEqual({ as_of: began, service: 'ok' });
  service.down = true;
  await seconds(20);
  const index = await current();
  expect(index.rows).toHaveLength(2);
  expect(tracking.asOf(index)).toEqual({ as_of: began, service: 'silent' });
  await expect(tracking.list(0, accounts)).rejects.toMatchObject({ kind: 'timeout' });

  service.down = false;
  service.rows = [row('1'), row('2', { state: 'executed' })];
  await seconds(5);
  expect(await states()).toEqual(['pending', 'executed']);
  expect(tracking.asOf()).toMatchObject({ service: 'ok' });
  expect(news.reduce((sum, count) => sum + count)).toBe(1);
});

test('polls a failing service less and less often', async () => {
  tracking.watch();
  await seconds(1);
  service.down = true;
  await seconds(600);
  expect(await readsIn(120)).toBe(2);
});

test('answers with the last list while the service hangs', async () => {
  await tracking.current();
  await seconds(10);
  service.hold = new Promise(() => {});
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 60_000);
  const index = await current();
  expect(index.rows).toHaveLength(2);
  expect(Date.now() - index.readAt).toBeGreaterThan(40_000);
});

test('throws the failure if there has never been a list', async () => {
  service.down = true;
  await expect(tracking.current()).rejects.toMatchObject({ kind: 'timeout' });
  expect(tracking.asOf()).toBeNull();
});

describe('a first list of many transfers', () => {
  const many = Array.from({ length: 2_500 }, (_, index) => row(`${index + 1}`));
  const start = async (wait: Partial<TrackingDeps> = { firstWaitMs: 0 }) => {
    await tracking.close();
    tracking = createTracking({ client, db, now: Date.now, ...wait });
  };
  const whole = () => expect.poll(async () => (await tracking.current()).isWhole);

  beforeEach(async () => {
    vi.useRealTimers();
    service.rows = many;
    await start();
  });

  test('is said to come while it is read, and told when it is there', async () => {
    await start({ firstReadMs: 0 });
    const read = Promise.withResolvers<void>();
    service.hold = read.promise;
    const told = vi.fn();
    tracking.onNews(told);
    const first = await tracking.current();
    expect([first.isWhole, tracking.asOf(first)?.service]).toEqual([false, 'loading']);
    expect((await transferWindow(db, newest, { limit: 1 })).total).toBe(0);
    read.resolve();
    await whole().toBe(true);
    expect(reads()).toBe(1);
    expect(told.mock.calls.filter(([{ isReset }]) => isReset)).toHaveLength(1);
  });

  test('is shown while it is written, the newest first, and says so', async () => {
    const told = vi.fn();
    tracking.onNews(told);
    const first = await tracking.current();
    const { total, items } = await transferWindow(db, newest, { limit: 50 });
    expect([first.isWhole, tracking.asOf(first)?.service]).toEqual([false, 'loading']);
    expect(total).toBeLessThan(many.length);
    expect(items.map(({ id }) => id)).toEqual(
      many
        .slice(-50)
        .reverse()
        .map(({ id }) => id),
    );
    // It says nothing of all transfers: what needs them waits.
    expect([tracking.asOf(), await tracking.known('2500')]).toEqual([null, null]);

    await whole().toBe(true);
    expect(tracking.asOf()?.service).toBe('ok');
    expect((await transferWindow(db, newest, { limit: 1 })).total).toBe(many.length);
    expect(reads()).toBe(1);
    // What was shown of it is read again.
    expect(told.mock.calls.filter(([{ isReset }]) => isReset)).toHaveLength(1);
  });

  test('goes on after a stop in its middle, also while the service is down', async () => {
    await tracking.current();
    const stopped = tracking;
    await db.deleteFrom('leases').execute();
    await stopped.close();
    const there = (await mirroredRows(db)).length;
    expect(there).toBeLessThan(many.length);

    service.down = true;
    await start();
    const part = await tracking.current();
    expect([part.isWhole, tracking.asOf(part)?.service]).toEqual([false, 'loading']);
    service.down = false;
    await whole().toBe(true);
    const rows = await mirroredRows(db);
    expect(rows).toEqual(many);
  });

  test('is not taken for a list that was asked for while it was read', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    service.rows = [row('1')];
    service.hold = first.promise;
    await start({ firstReadMs: 300 });
    const page = tracking.current();
    await expect.poll(reads).toBe(1);
    const list = tracking.list(0, accounts);
    service.hold = second.promise;
    first.resolve();
    await page;
    await expect(list).rejects.toMatchObject({ kind: 'timeout' });
    second.resolve();
  });

  test('does not put the next read off because it takes long to write', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const storeClock = {
      // Asked for before the read, and for each part that is written.
      async now() {
        vi.advanceTimersByTime(1_000);
        return Date.now();
      },
      ...{ ahead_ms: () => 0, differs: () => false, start: async () => {}, close: () => {} },
    };
    await start({ storeClock });
    await tracking.current();
    await whole().toBe(true);
    expect(tracking.effort()).toMatchObject({ read_took_ms: 0, read_every_ms: 4_000 });
  });

  test('keeps nobody waiting for long who needs all of it', async () => {
    const read = Promise.withResolvers<void>();
    service.hold = read.promise;
    await start({ firstReadMs: 20 });
    await expect(tracking.list(0, accounts)).rejects.toMatchObject({ kind: 'timeout' });
    read.resolve();
    await whole().toBe(true);
    expect((await tracking.list(0, accounts)).value).toHaveLength(many.length);
  });

  test('keeps no transfer waiting that is made or read alone', async () => {
    await tracking.current();
    await tracking.made(row('3000'));
    expect((await tracking.show('1')).value).toEqual(row('1'));
    expect((await mirrorState(db)).as_of).toBeNull();
    await whole().toBe(true);
  });
});

const sightings = () =>
  db.selectFrom('sightings').select(['transfer_id', 'state']).orderBy('transfer_id').execute();

async function ownedBySender(id: string, since: string) {
  const person = {
    email: 'a@giro.example',
    name: '',
    role: 'sender',
    password_hash: null,
  } as const;
  const user = await addUser(db, person, '2026-01-01T00:00:00Z');
  await own(db, 'transfer', id, user?.id ?? '', since);
}

test('records owned transfers of the first list, then every change', async () => {
  await ownedBySender('2', '2026-01-01T00:00:00Z');
  await readList();
  expect(await sightings()).toEqual([{ transfer_id: '2', state: 'pending' }]);
  service.rows = [row('1', { state: 'assigned' }), row('2'), row('3')];
  await readList();
  expect(await sightings()).toEqual([
    { transfer_id: '1', state: 'assigned' },
    { transfer_id: '2', state: 'pending' },
    { transfer_id: '3', state: 'pending' },
  ]);
});

test('counts no transfer that goes when its owner becomes known', async () => {
  await readList();
  await ownedBySender('1', new Date().toISOString());
  service.rows = [row('2')];
  await readList();
  expect((await transferWindow(db, newest, { limit: 10 })).total).toBe(1);
});

test('removes rows that are gone, and keeps their recorded states', async () => {
  await readList();
  service.rows = [row('1'), row('2', { state: 'executed' })];
  await readList();
  service.rows = [row('1')];
  const news = vi.fn();
  tracking.onNews(news);
  await readList();
  expect(news).toHaveBeenCalledWith({ rows: [], isReset: true });
  expect((await current()).rows).toHaveLength(1);
  expect(await sightings()).toEqual([{ transfer_id: '2', state: 'executed' }]);
});

test('shows a transfer that was read alone in the list, also after an older list', async () => {
  await tracking.current();
  const { promise, resolve } = Promise.withResolvers<void>();
  service.hold = promise;
  service.rows = [row('1', { state: 'assigned' }), row('2', { state: 'assigned' })];
  const older = tracking.list(0, accounts);
  await seconds(1);
  service.one = row('1', { state: 'executed' });
  const news = vi.fn();
  tracking.onNews(news);
  await tracking.show('1');
  expect(await states()).toEqual(['executed', 'pending']);
  resolve();
  await older;
  await written();
  expect(await states()).toEqual(['executed', 'assigned']);
  const told = news.mock.calls.map(([{ rows }]) => rows.map((one: Mirrored) => one.row.id));
  expect(told.filter((ids) => ids.length > 0)).toEqual([['1'], ['2']]);
});

test('applies an unchanged list when its read overlapped with one of a transfer', async () => {
  const leave = tracking.watch();
  await seconds(1);
  const held = Promise.withResolvers<void>();
  // The read of the list begins first, but the service answers it after the single transfer.
  service.rows = [row('1', { state: 'assigned' }), row('2')];
  Object.assign(service, { etag: 'a', hold: held.promise });
  const list = tracking.list(0, accounts);
  vi.setSystemTime(Date.now() + 1);
  await tracking.show('1');
  held.resolve();
  service.hold = null;
  await list;
  await written();
  await seconds(60);
  expect(await states()).toContain('assigned');
  leave();
});

test('shows a transfer that leaves a final state, and warns once', async () => {
  service.rows = [row('1', { state: 'executed' }), row('2')];
  await readList();
  service.rows = [row('1', { state: 'assigned' }), row('2')];
  await readList();
  expect(await states()).toEqual(['assigned', 'pending']);
  service.rows = [row('1', { state: 'executed' }), row('2')];
  await readList();
  service.rows = [row('1', { state: 'on_hold' }), row('2')];
  await readList();
  expect(await states()).toEqual(['on_hold', 'pending']);
  expect(warnings).toEqual(['tracking: transfer left a final state']);
});

test('writes states that failed to be written with the next ones', async () => {
  await readList();
  service.rows = [row('1', { state: 'assigned' }), row('2')];
  await db.schema.alterTable('sightings').renameTo('away').execute();
  // What can't be read from the ledger afterwards is not said to be fresh.
  await expect(readList()).rejects.toThrow('sightings');
  expect(warnings).toEqual(['tracking: list not written to the ledger']);
  expect(await states()).toEqual(['pending', 'pending']);
  await db.schema.alterTable('away').renameTo('sightings').execute();
  service.rows = [row('1', { state: 'assigned' }), row('2', { state: 'assigned' })];
  await readList();
  expect(await sightings()).toHaveLength(2);
});

test('locks the accounts of executed transfers only', async () => {
  service.rows = [
    row('1', { state: 'executed' }),
    row('2', { state: 'rejected', destination_account_id: '502' }),
  ];
  expect(await tracking.lockedAccounts(['501', '502'])).toEqual(new Set(['501']));
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LedgerDb, openLedger } from '../../../src/bff/ledger/ledger.ts';
import { own } from '../../../src/bff/ledger/owners.ts';
import { addUser } from '../../../src/bff/ledger/users.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { createTracking, type LiveTracking } from '../../../src/bff/tracking/tracking.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { listText, row } from './rows.ts';

/** A service whose list is what the test says, and whose reads end when the test lets them. */
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
    const text = listText(service.rows);
    await service.hold;
    service.underWay -= 1;
    if (service.down) throw new ServiceError('timeout', 'no answer');
    return etag !== undefined && etag === service.etag ? null : { text, etag: service.etag };
  },
  showTransfer: async () => service.one,
};

beforeEach(async () => {
  Object.assign(service, { rows: [row('1'), row('2')], down: false, etag: undefined, asked: [] });
  Object.assign(service, { underWay: 0, maxAtOnce: 0, hold: null, one: row('1') });
  warnings.length = 0;
  db = await openLedger('sqlite::memory:');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const log = {
    info() {},
    warn: (_: object, text: string) => void warnings.push(text),
    error() {},
  };
  tracking = createTracking({ client, db, now: Date.now, log });
});
afterEach(async () => {
  tracking.close();
  vi.useRealTimers();
  await db.destroy();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);
const reads = () => service.asked.length;
async function readsIn(count: number) {
  const before = reads();
  await seconds(count);
  return reads() - before;
}
const states = async () => (await tracking.current()).rows.map(({ state }) => state);

test('nobody watches: nothing is read', async () => {
  await seconds(600);
  expect(reads()).toBe(0);
  const leave = tracking.watch();
  await seconds(1);
  leave();
  expect(await readsIn(600)).toBeLessThanOrEqual(1);
});

test('reads come apart while nothing changes, and close together after a change', async () => {
  tracking.watch();
  await seconds(0);
  expect(reads()).toBe(1);
  expect(await readsIn(4)).toBe(1);
  expect(await readsIn(4)).toBe(0);
  await seconds(600);
  expect(await readsIn(120)).toBe(2);
  service.rows = [row('1', { state: 'assigned' }), row('2')];
  const before = reads();
  while (reads() === before) await seconds(1);
  expect(await readsIn(4)).toBe(1);
});

test.each([1, 10, 200])('%i watchers cost the service as many reads as one', async (watchers) => {
  for (let count = 0; count < watchers; count += 1) tracking.watch();
  await seconds(60);
  // 0, 4, 10, 19, 32.5, 52.75 s
  expect(reads()).toBe(6);
});

test('a request for the list counts as watching for half a minute', async () => {
  await tracking.current();
  expect(await readsIn(29)).toBeGreaterThan(1);
  await seconds(30);
  expect(await readsIn(600)).toBe(0);
});

test('never two reads at once, and one that was under way does not know what was sent since', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  service.hold = promise;
  const early = tracking.list(0);
  const joined = tracking.list(0);
  await seconds(0);
  tracking.drop();
  service.rows = [...service.rows, row('3')];
  const late = tracking.list(0);
  await seconds(0);
  expect(reads()).toBe(1);
  resolve();
  const found = await Promise.all([early, joined, late]);
  expect(found.map(({ value }) => value.length)).toEqual([2, 2, 3]);
  expect([reads(), service.maxAtOnce]).toEqual([2, 1]);
});

test('a list asked for anew is read after it was asked for, though one is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  service.hold = promise;
  const early = tracking.list(0);
  await seconds(0);
  service.rows = [...service.rows, row('3')];
  const late = tracking.list(0);
  resolve();
  const found = await Promise.all([early, late]);
  expect(found.map(({ value }) => value.length)).toEqual([2, 3]);
  expect(service.maxAtOnce).toBe(1);
});

test('what was sent is in the next list, however young the last', async () => {
  await tracking.current();
  service.rows = [...service.rows, row('3')];
  expect((await tracking.current()).rows).toHaveLength(2);
  tracking.drop();
  expect((await tracking.current()).rows).toHaveLength(3);
});

test('an unchanged list costs no parsing, and with a tag not even its text', async () => {
  service.etag = '"a"';
  const { rows } = await tracking.current();
  await seconds(5);
  expect((await tracking.current()).rows).toBe(rows);
  expect(service.asked).toEqual([undefined, '"a"', ...service.asked.slice(2)]);
  service.etag = undefined;
  await seconds(60);
  const again = await tracking.current();
  expect(again.rows).toBe(rows);
  expect(again.readAt).toBeGreaterThan(Date.now() - 10_000);
});

test('while the service is down the last list is shown with its time, and says so', async () => {
  const began = new Date(Date.now()).toISOString();
  const news: number[] = [];
  tracking.onRead(({ changed }) => news.push(changed.length));
  await tracking.current();
  expect(tracking.asOf()).toEqual({ as_of: began, service: 'ok' });
  service.down = true;
  await seconds(20);
  const index = await tracking.current();
  expect(index.rows).toHaveLength(2);
  expect(tracking.asOf(index)).toEqual({ as_of: began, service: 'silent' });
  await expect(tracking.list(0)).rejects.toMatchObject({ kind: 'timeout' });

  service.down = false;
  service.rows = [row('1'), row('2', { state: 'executed' })];
  await seconds(5);
  expect(await states()).toEqual(['pending', 'executed']);
  expect(tracking.asOf()).toMatchObject({ service: 'ok' });
  expect(news.reduce((sum, count) => sum + count)).toBe(1);
});

test('a service that fails is asked less and less', async () => {
  tracking.watch();
  await seconds(1);
  service.down = true;
  await seconds(600);
  expect(await readsIn(120)).toBe(2);
});

test('a service that hangs holds up no page that was there before', async () => {
  await tracking.current();
  await seconds(10);
  service.hold = new Promise(() => {});
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 60_000);
  const index = await tracking.current();
  expect(index.rows).toHaveLength(2);
  expect(Date.now() - index.readAt).toBeGreaterThan(40_000);
});

test('without a first list the failure is told', async () => {
  service.down = true;
  await expect(tracking.current()).rejects.toMatchObject({ kind: 'timeout' });
  expect(tracking.asOf()).toBeNull();
});

const sightings = () =>
  db.selectFrom('sightings').select(['transfer_id', 'state']).orderBy('transfer_id').execute();

test('at first sight only what is owned is recorded, then every change', async () => {
  const user = await addUser(
    db,
    { email: 'a@giro.example', name: '', role: 'sender', password_hash: null },
    '2026-01-01T00:00:00Z',
  );
  await own(db, 'transfer', '2', user?.id ?? '', '2026-01-01T00:00:00Z');
  await tracking.list(0);
  expect(await sightings()).toEqual([{ transfer_id: '2', state: 'pending' }]);
  service.rows = [row('1', { state: 'assigned' }), row('2'), row('3')];
  await tracking.list(0);
  expect(await sightings()).toEqual([
    { transfer_id: '1', state: 'assigned' },
    { transfer_id: '2', state: 'pending' },
    { transfer_id: '3', state: 'pending' },
  ]);
});

test('a list that shrinks takes rows from the window, and no sighting', async () => {
  await tracking.list(0);
  service.rows = [row('1'), row('2', { state: 'executed' })];
  await tracking.list(0);
  service.rows = [row('1')];
  const news = vi.fn();
  tracking.onRead(news);
  await tracking.list(0);
  expect(news).toHaveBeenCalledWith({ changed: [], removed: 1, readAt: expect.any(Number) });
  expect((await tracking.current()).rows).toHaveLength(1);
  expect(await sightings()).toEqual([{ transfer_id: '2', state: 'executed' }]);
});

test('a look at one transfer is in the list at once, and an older list does not undo it', async () => {
  await tracking.current();
  const { promise, resolve } = Promise.withResolvers<void>();
  service.hold = promise;
  service.rows = [row('1', { state: 'assigned' }), row('2', { state: 'assigned' })];
  const older = tracking.list(0);
  await seconds(1);
  service.one = row('1', { state: 'executed' });
  const news = vi.fn();
  tracking.onRead(news);
  await tracking.show('1');
  expect(await states()).toEqual(['executed', 'pending']);
  resolve();
  await older;
  expect(await states()).toEqual(['executed', 'assigned']);
  expect(news.mock.calls.map(([{ changed }]) => changed.map((one: Transfer) => one.id))).toEqual([
    ['1'],
    ['2'],
  ]);
});

test('what a list tells that overlaps with a look is told by the next, though it is unchanged', async () => {
  const leave = tracking.watch();
  await seconds(1);
  const held = Promise.withResolvers<void>();
  // The service answers the look before the list, whose read began first.
  service.rows = [row('1', { state: 'assigned' }), row('2')];
  Object.assign(service, { etag: 'a', hold: held.promise });
  const list = tracking.list(0);
  vi.setSystemTime(Date.now() + 1);
  await tracking.show('1');
  held.resolve();
  service.hold = null;
  await list;
  await seconds(60);
  expect(await states()).toContain('assigned');
  leave();
});

test('a final state that the service takes back is shown as it says, with one warning', async () => {
  service.rows = [row('1', { state: 'executed' }), row('2')];
  await tracking.list(0);
  service.rows = [row('1', { state: 'assigned' }), row('2')];
  await tracking.list(0);
  expect(await states()).toEqual(['assigned', 'pending']);
  service.rows = [row('1', { state: 'executed' }), row('2')];
  await tracking.list(0);
  service.rows = [row('1', { state: 'on_hold' }), row('2')];
  await tracking.list(0);
  expect(await states()).toEqual(['on_hold', 'pending']);
  expect(warnings).toEqual(['the service takes a transfer back from a final state']);
});

test('states that could not be written are written with the next', async () => {
  await tracking.list(0);
  service.rows = [row('1', { state: 'assigned' }), row('2')];
  await db.schema.alterTable('sightings').renameTo('away').execute();
  await tracking.list(0);
  expect(warnings).toEqual(['states of transfers could not be written']);
  await db.schema.alterTable('away').renameTo('sightings').execute();
  service.rows = [row('1', { state: 'assigned' }), row('2', { state: 'assigned' })];
  await tracking.list(0);
  expect(await sightings()).toHaveLength(2);
});

test('only executed transfers lock their account', async () => {
  service.rows = [
    row('1', { state: 'executed' }),
    row('2', { state: 'rejected', destination_account_id: '502' }),
  ];
  expect(await tracking.lockedAccounts()).toEqual(new Set(['501']));
});

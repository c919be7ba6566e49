import { expect, onTestFinished, test, vi } from 'vitest';
import { createFairQueue } from '../../../src/bff/auth/fair-queue.ts';

const maxWaitMs = 15_000;

/** A queue with jobs that the test finishes, in the order in which they start. */
function createJobs(maxWaiting: number, maxFifoWaiting = maxWaiting) {
  const queue = createFairQueue({ maxWaiting, maxFifoWaiting, maxWaitMs });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (address: string, name: string, known: string | null = null) =>
    queue
      .run({ address, known }, async () => {
        begun.push(name);
        await new Promise<void>((end) => ends.push(end));
        return name;
      })
      .catch((error: unknown) => (error instanceof Error ? `${name} refused` : 'odd'));
  const settled = () => new Promise((done) => setImmediate(done));
  async function finish() {
    await settled();
    while (ends.length > 0) {
      ends.shift()?.();
      await settled();
    }
  }
  return { begun, ends, ask, finish, settled };
}

test('runs one job at a time, callers in turn', async () => {
  const { ask, begun, ends, finish, settled } = createJobs(10);
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1')];
  await settled();
  expect([begun, ends.length]).toEqual([['a1'], 1]);
  await finish();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
});

test('a full queue refuses a job of the caller with most of them', async () => {
  const { ask, finish } = createJobs(3);
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask('a', name));
  all.push(ask('b', 'b1'), ask('c', 'c1'), ask('d', 'd1'));
  await finish();
  expect(await Promise.all(all)).toEqual([
    'a1',
    'a2',
    'a3 refused',
    'a4 refused',
    'a5 refused',
    'b1',
    'c1',
    'd1 refused',
  ]);
});

test('continues after a failed job and after an empty queue', async () => {
  const queue = createFairQueue({ maxWaiting: 1, maxFifoWaiting: 1, maxWaitMs });
  const fail = () => Promise.reject(new Error('no'));
  await expect(queue.run({ address: 'a', known: null }, fail)).rejects.toThrow('no');
  const both = [
    queue.run({ address: 'a', known: null }, fail),
    queue.run({ address: 'b', known: null }, async () => 'done'),
  ];
  await expect(both[0]).rejects.toThrow('no');
  expect(await both[1]).toBe('done');
});

test('a known device has places of its own and every second turn, however many strangers wait', async () => {
  const { ask, begun, finish } = createJobs(3);
  const strangers = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ask(name, name));
  const known = ['k1', 'k2'].map((name) => ask('a', name, name));
  await finish();
  expect(begun).toEqual(['a', 'k1', 'b', 'k2', 'c', 'd']);
  expect(await Promise.all(known)).toEqual(['k1', 'k2']);
  expect((await Promise.all(strangers)).slice(4)).toEqual(['e refused', 'f refused']);
});

test('one known device does not take the places of the others', async () => {
  const { ask, begun, finish } = createJobs(2);
  const all = ['x', 'k1', 'k1', 'k1', 'k2'].map((name, at) => ask('a', `${name} ${at}`, name));
  await finish();
  expect(begun).toEqual(['x 0', 'k1 1', 'k2 4']);
  expect(await Promise.all(all)).toHaveLength(5);
});

test('in a flood the newest stranger is first', async () => {
  const { ask, begun, finish } = createJobs(100, 3);
  const flood = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ask(name, name));
  const late = ask('newcomer', 'newcomer');
  await finish();
  // Three or fewer wait in turn again.
  expect(begun).toEqual(['a', 'newcomer', 'f', 'e', 'b', 'c', 'd']);
  await Promise.all([...flood, late]);
});

test('refuses who waited too long, and goes on with the others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, begun, finish } = createJobs(10);
  const [first, old] = [ask('a', 'a'), ask('b', 'b')];
  vi.advanceTimersByTime(maxWaitMs - 1);
  const young = ask('c', 'c');
  vi.advanceTimersByTime(1);
  expect(await old).toBe('b refused');
  await finish();
  expect(begun).toEqual(['a', 'c']);
  expect(await Promise.all([first, young])).toEqual(['a', 'c']);
});

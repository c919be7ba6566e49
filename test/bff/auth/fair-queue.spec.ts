import { expect, test } from 'vitest';
import { createFairQueue } from '../../../src/bff/auth/fair-queue.ts';

/** A queue with jobs that the test finishes, in the order in which they start. */
function createJobs(maxWaiting: number) {
  const queue = createFairQueue(maxWaiting);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (caller: string, name: string) =>
    queue
      .run(caller, async () => {
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
  const queue = createFairQueue(1);
  const fail = () => Promise.reject(new Error('no'));
  await expect(queue.run('a', fail)).rejects.toThrow('no');
  const both = [queue.run('a', fail), queue.run('b', async () => 'done')];
  await expect(both[0]).rejects.toThrow('no');
  expect(await both[1]).toBe('done');
});

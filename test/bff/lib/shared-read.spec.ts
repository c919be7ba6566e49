import { expect, test } from 'vitest';
import { createSharedRead } from '../../../src/bff/lib/shared-read.ts';

/** A shared read whose reads the test resolves one by one. */
function setUp() {
  const clock = { time: 1_000 };
  const reads: { resolve(value: string): void; reject(error: Error): void }[] = [];
  const shared = createSharedRead(
    () => new Promise<string>((resolve, reject) => reads.push({ resolve, reject })),
    () => clock.time,
  );
  return { clock, reads, shared };
}

test('simultaneous callers share one read', async () => {
  const { reads, shared } = setUp();
  const asked = Array.from({ length: 50 }, (_, index) => shared.get(index % 2 ? 0 : 5_000));
  expect(reads).toHaveLength(1);
  reads[0]?.resolve('list');
  for (const answer of await Promise.all(asked)) {
    expect(answer).toEqual({ value: 'list', readAt: 1_000 });
  }
});

test('the age of a value counts from the start of its read', async () => {
  const { clock, reads, shared } = setUp();
  const first = shared.get(100);
  clock.time += 90;
  reads[0]?.resolve('old');
  await first;
  clock.time += 10;
  expect(await shared.get(100)).toEqual({ value: 'old', readAt: 1_000 });
  clock.time += 1;
  const second = shared.get(100);
  reads[1]?.resolve('new');
  expect((await second).value).toBe('new');
});

test('a maximum age of 0 accepts no cached value', async () => {
  const { reads, shared } = setUp();
  const first = shared.get(0);
  reads[0]?.resolve('old');
  await first;
  void shared.get(0);
  expect(reads).toHaveLength(2);
});

test('a failure rejects for all waiting callers and is not cached', async () => {
  const { reads, shared } = setUp();
  const asked = [shared.get(1_000), shared.get(1_000)];
  reads[0]?.reject(new Error('down'));
  for (const one of asked) await expect(one).rejects.toThrow('down');
  const again = shared.get(1_000);
  reads[1]?.resolve('up');
  expect((await again).value).toBe('up');
});

test('a read in flight at a drop is not cached', async () => {
  const { reads, shared } = setUp();
  const before = shared.get(1_000);
  shared.drop();
  const after = shared.get(1_000);
  expect(reads).toHaveLength(2);
  reads[1]?.resolve('new');
  reads[0]?.resolve('old');
  expect((await before).value).toBe('old');
  expect((await after).value).toBe('new');
  expect((await shared.get(1_000)).value).toBe('new');
});

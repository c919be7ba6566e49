import { expect, it } from 'vitest';
import { createBulkhead } from '../../../src/bff/service/service-gateway.ts';

const never = new AbortController().signal;

function held() {
  let end = () => {};
  const work = () => new Promise<void>((done) => (end = done));
  return { work, end: () => end() };
}

it('runs the active ones, queues the waiting ones in order, and rejects the rest', async () => {
  const bulkhead = createBulkhead({ active: 2, waiting: 2 });
  const [one, two] = [held(), held()];
  const order: string[] = [];
  const running = [bulkhead(one.work, never), bulkhead(two.work, never)];
  const waiting = ['third', 'fourth'].map((name) => bulkhead(async () => order.push(name), never));
  await expect(bulkhead(async () => order.push('fifth'), never)).rejects.toMatchObject({
    kind: 'not-written',
    retry_after_ms: 1_000,
  });
  expect(order).toEqual([]);
  one.end();
  await Promise.all(waiting);
  expect(order).toEqual(['third', 'fourth']);
  two.end();
  await Promise.all(running);
  await bulkhead(async () => order.push('sixth'), never);
  expect(order).toHaveLength(3);
});

it('starts the next work after one fails', async () => {
  const bulkhead = createBulkhead({ active: 1, waiting: 1 });
  const failing = bulkhead(() => Promise.reject(new Error('failed')), never);
  const next = bulkhead(async () => 'done', never);
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});

it('drops aborted work from the queue without running it', async () => {
  const bulkhead = createBulkhead({ active: 1, waiting: 1 });
  const first = held();
  const running = bulkhead(first.work, never);
  const leaving = new AbortController();
  let done = false;
  const left = bulkhead(async () => {
    done = true;
  }, leaving.signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ kind: 'not-written' });
  const patient = bulkhead(async () => 'patient', never);
  first.end();
  await running;
  expect(await patient).toBe('patient');
  expect(done).toBe(false);
});

import { expect, it } from 'vitest';
import { createBulkhead } from '../../../src/bff/service/service-gateway.ts';

const never = new AbortController().signal;

function held() {
  let end = () => {};
  const work = () => new Promise<void>((done) => (end = done));
  return { work, end: () => end() };
}

it('runs so many at once, lets so many wait in their order, and refuses the rest', async () => {
  const lane = createBulkhead({ active: 2, waiting: 2 });
  const [one, two] = [held(), held()];
  const order: string[] = [];
  const running = [lane(one.work, never), lane(two.work, never)];
  const waiting = ['third', 'fourth'].map((name) => lane(async () => order.push(name), never));
  await expect(lane(async () => order.push('fifth'), never)).rejects.toMatchObject({
    kind: 'not-written',
    retry_after_ms: 1_000,
  });
  expect(order).toEqual([]);
  one.end();
  await Promise.all(waiting);
  expect(order).toEqual(['third', 'fourth']);
  two.end();
  await Promise.all(running);
  await lane(async () => order.push('sixth'), never);
  expect(order).toHaveLength(3);
});

it('gives the place of work that fails to the next', async () => {
  const lane = createBulkhead({ active: 1, waiting: 1 });
  const failing = lane(() => Promise.reject(new Error('failed')), never);
  const next = lane(async () => 'done', never);
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});

it('lets whoever leaves the queue go, whose work is never done', async () => {
  const lane = createBulkhead({ active: 1, waiting: 1 });
  const first = held();
  const running = lane(first.work, never);
  const leaving = new AbortController();
  let done = false;
  const left = lane(async () => {
    done = true;
  }, leaving.signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ kind: 'not-written' });
  const patient = lane(async () => 'patient', never);
  first.end();
  await running;
  expect(await patient).toBe('patient');
  expect(done).toBe(false);
});

import { beforeEach, expect, it } from 'vitest';
import { isOutcomeUnknown, ServiceError } from '../../../src/bff/service/errors.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import {
  type CircuitBreaker,
  createCircuitBreaker,
} from '../../../src/bff/service/service-gateway.ts';

const clock = { time: 0, now: () => clock.time };
const limits = { failures: 3, within_ms: 10_000, pause_ms: 5_000 };
let breaker: CircuitBreaker;
let made = 0;

beforeEach(() => {
  clock.time = 1_000_000;
  made = 0;
  breaker = createCircuitBreaker({ limits, now: clock.now, log: silentLog });
});

function run(error?: Error, signal?: AbortSignal) {
  const call = async () => {
    made += 1;
    if (error) throw error;
    return 'answer';
  };
  return breaker.run(call, signal).catch((caught: unknown) => caught);
}

const timeout = new ServiceError('timeout', 'no answer');
const fail = async (times: number) => {
  for (let count = 0; count < times; count += 1) await run(timeout);
};

it.each(['timeout', 'broken', 'not-written'] as const)(
  'opens after 3 calls that ended in %s',
  async (kind) => {
    for (let count = 0; count < 3; count += 1) await run(new ServiceError(kind, ''));
    const refused = await run();
    expect(made).toBe(3);
    expect(refused).toMatchObject({ kind: 'not-written', retry_after_ms: 5_000 });
    expect(isOutcomeUnknown(refused)).toBe(false);
    expect(() => breaker.check()).toThrow(ServiceError);
  },
);

it.each([
  ['an answer', undefined],
  ['a redirect', new ServiceError('broken', '', { status: 302 })],
  ['an answer that is too large or cut short', new ServiceError('unreadable', '')],
])('stays closed after %s in between', async (_name, error) => {
  await fail(2);
  await run(error);
  await fail(2);
  expect(await run()).toBe('answer');
});

it('does not count failures that are far apart', async () => {
  await fail(2);
  clock.time += 10_001;
  await fail(2);
  expect(await run()).toBe('answer');
});

it('closes when the trial call after the pause is answered', async () => {
  await fail(3);
  clock.time += 5_000;
  let answer = () => {};
  const trial = breaker.run(() => new Promise<void>((done) => (answer = done)), undefined);
  expect(await run()).toMatchObject({ kind: 'not-written', retry_after_ms: 1_000 });
  answer();
  await trial;
  expect(await run()).toBe('answer');
});

it('opens again when the trial call after the pause fails', async () => {
  await fail(3);
  clock.time += 5_000;
  await fail(1);
  expect(made).toBe(4);
  clock.time += 4_999;
  expect(await run()).toMatchObject({ kind: 'not-written', retry_after_ms: 1_000 });
  clock.time += 1;
  expect(await run()).toBe('answer');
});

it('reports its state', async () => {
  expect(breaker.state()).toBe('closed');
  await fail(3);
  expect(breaker.state()).toBe('open');
  clock.time += 5_000;
  expect(breaker.state()).toBe('trying');
  let answer = () => {};
  const trial = breaker.run(() => new Promise<void>((done) => (answer = done)), undefined);
  expect(breaker.state()).toBe('trying');
  answer();
  await trial;
  expect(breaker.state()).toBe('closed');
});

it('does not count an aborted call, also as the trial call', async () => {
  const gone = AbortSignal.abort();
  for (let count = 0; count < 9; count += 1) await run(timeout, gone);
  await fail(3);
  clock.time += 5_000;
  await run(timeout, gone);
  expect(await run()).toBe('answer');
});

it('does not count failures of calls that were under way when it opened', async () => {
  const ends: (() => void)[] = [];
  const begin = () =>
    breaker
      .run(() => new Promise((_done, reject) => ends.push(() => reject(timeout))), undefined)
      .catch(() => undefined);
  const underWay = Array.from({ length: 9 }, begin);
  await fail(3);
  clock.time += 4_000;
  for (const end of ends) end();
  await Promise.all(underWay);
  clock.time += 1_000;
  expect(await run()).toBe('answer');
});

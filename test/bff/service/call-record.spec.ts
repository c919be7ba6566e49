import { expect, test } from 'vitest';
import { createCallRecord } from '../../../src/bff/service/call-record.ts';

const clock = { time: 0, now: () => clock.time };

test('reports the last 100 calls and the failures of the last hour', () => {
  const record = createCallRecord(clock.now);
  const none = { calls: 0, attempts: [], p50_ms: null, p95_ms: null, failures: {} };
  expect(record.report()).toEqual(none);
  for (let ms = 1; ms <= 200; ms += 1) record.add(ms);
  expect(record.report()).toMatchObject({ calls: 100, p50_ms: 150, p95_ms: 195, failures: {} });

  record.add(1_000, 'timeout');
  clock.time += 40 * 60_000;
  record.add(1, 'timeout');
  record.add(1, 'broken');
  expect(record.report().failures).toEqual({ timeout: 2, broken: 1 });
  clock.time += 30 * 60_000;
  expect(record.report().failures).toEqual({ timeout: 1, broken: 1 });
});

test('reports a single call as median and 95th percentile', () => {
  const record = createCallRecord(clock.now);
  record.add(7);
  expect(record.report()).toMatchObject({ calls: 1, p50_ms: 7, p95_ms: 7 });
});

test('reports the last 100 attempts, oldest first', () => {
  const record = createCallRecord(clock.now);
  for (let ms = 1; ms <= 101; ms += 1) record.add(ms);
  clock.time += 5;
  record.add(8, 'timeout');
  const { attempts } = record.report();
  expect(attempts).toHaveLength(100);
  expect(attempts[0]).toEqual({ at: clock.time - 5, took_ms: 3, failure: null });
  expect(attempts.at(-1)).toEqual({ at: clock.time, took_ms: 8, failure: 'timeout' });
});

test('leaves attempts that were not written out of the percentiles', () => {
  const record = createCallRecord(clock.now);
  record.add(40);
  for (let count = 0; count < 9; count += 1) record.add(0, 'not-written');
  expect(record.report()).toMatchObject({ calls: 10, p50_ms: 40, p95_ms: 40 });
});

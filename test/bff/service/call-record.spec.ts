import { expect, test } from 'vitest';
import { createCallRecord } from '../../../src/bff/service/call-record.ts';

const clock = { time: 0, now: () => clock.time };

test('the last hundred calls and the failures of the last hour are told', () => {
  const record = createCallRecord(clock);
  expect(record.report()).toEqual({ calls: 0, p50_ms: null, p95_ms: null, failures: {} });
  for (let ms = 1; ms <= 200; ms += 1) record.add(ms);
  expect(record.report()).toEqual({ calls: 100, p50_ms: 150, p95_ms: 195, failures: {} });

  record.add(1_000, 'timeout');
  clock.time += 40 * 60_000;
  record.add(1, 'timeout');
  record.add(1, 'broken');
  expect(record.report().failures).toEqual({ timeout: 2, broken: 1 });
  clock.time += 30 * 60_000;
  expect(record.report().failures).toEqual({ timeout: 1, broken: 1 });
});

test('one call is its own median', () => {
  const record = createCallRecord(clock);
  record.add(7);
  expect(record.report()).toMatchObject({ calls: 1, p50_ms: 7, p95_ms: 7 });
});

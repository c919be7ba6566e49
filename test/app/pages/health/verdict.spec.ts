import { expect, it } from 'vitest';
import { verdictOf } from '../../../../src/app/pages/health/verdict.tsx';
import type { SupportHealth } from '../../../../src/contract/api/support.ts';
import type { FailureKind } from '../../../../src/contract/failure-kind.ts';

const [early, late] = ['2026-01-01T10:04:00.000Z', '2026-01-01T10:05:00.000Z'];

const took = (took_ms: number, failure: FailureKind | null = null) => ({
  at: late,
  took_ms,
  failure,
});

function judge(part: Partial<SupportHealth>) {
  return verdictOf({
    latency: { calls: 0, p50_ms: null, p95_ms: null },
    attempts: [],
    breaker: 'closed',
    last_success_at: late,
    last_failure: null,
    failures: {},
    token: null,
    news: { mail: 'on', waiting: 0, oldest_at: null, failing: [], given_up: 0 },
    open_sends: { unconfirmed: 0, unresolved: 0 },
    orders: { waiting: 0, needs_you: 0, overdue: 0, overdue_since: null },
    list: null,
    lists: [],
    ...part,
  });
}
const none = { items: [], total: 0 };
const failed = (kind: FailureKind, at = late) => ({ kind, at });

it.each<[string, Partial<SupportHealth>, ReturnType<typeof verdictOf>]>([
  ['unknown before the first call', { last_success_at: null }, { is: 'unknown' }],
  ['healthy after an answer', {}, { is: 'healthy' }],
  [
    'unreadable list',
    { lists: [{ list: 'banks', failing: { kind: 'unreadable', since: late }, odd: none }] },
    { is: 'unreadable-list', list: 'banks', since: late },
  ],
  [
    'unreadable records',
    { lists: [{ list: 'banks', failing: null, odd: { items: [], total: 3 } }] },
    { is: 'unreadable-records', records: 3 },
  ],
  [
    'healthy when it answered after a failure',
    { last_failure: failed('timeout', early) },
    { is: 'healthy' },
  ],
  [
    'unreachable since the last answer',
    { last_success_at: early, last_failure: failed('timeout') },
    { is: 'unreachable', since: early },
  ],
  [
    'unreachable without any answer',
    { last_success_at: null, last_failure: failed('not-written') },
    { is: 'unreachable', since: null },
  ],
  [
    'unreachable while the circuit breaker is open',
    { breaker: 'open' },
    { is: 'unreachable', since: late },
  ],
  [
    'unreachable while the circuit breaker is half-open',
    { breaker: 'trying' },
    { is: 'unreachable', since: late },
  ],
  [
    'failing when it answers with errors',
    { last_success_at: early, last_failure: failed('broken') },
    { is: 'failing', since: early },
  ],
  [
    'unauthorized when it refuses the credentials',
    { last_success_at: early, last_failure: failed('credentials') },
    { is: 'unauthorized' },
  ],
  [
    'slow when most answers are slow',
    { attempts: [took(9), took(1_001), took(2_000)] },
    { is: 'slow' },
  ],
  [
    'healthy when one answer is slow',
    { attempts: [took(9), took(9), took(9_000)] },
    { is: 'healthy' },
  ],
  [
    'healthy when only old answers are slow',
    { attempts: [...Array(80).fill(took(9_000)), ...Array(20).fill(took(9))] },
    { is: 'healthy' },
  ],
  [
    'healthy when only failures are slow',
    { attempts: [took(9), took(9_000, 'timeout')] },
    { is: 'healthy' },
  ],
])('is %s', (_name, part, verdict) => {
  expect(judge(part)).toEqual(verdict);
});

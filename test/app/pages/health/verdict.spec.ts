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
    open_sends: { unconfirmed: 0, unresolved: 0 },
    list: null,
    lists: [],
    ...part,
  });
}
const none = { items: [], total: 0 };
const failed = (kind: FailureKind, at = late) => ({ kind, at });

it.each<[string, Partial<SupportHealth>, ReturnType<typeof verdictOf>]>([
  ['nothing was asked', { last_success_at: null }, { is: 'unknown' }],
  ['it answered', {}, { is: 'well' }],
  [
    'a list can not be read',
    { lists: [{ list: 'banks', failing: { kind: 'unreadable', since: late }, odd: none }] },
    { is: 'unlisted', list: 'banks', since: late },
  ],
  [
    'records can not be read',
    { lists: [{ list: 'banks', failing: null, odd: { items: [], total: 3 } }] },
    { is: 'odd', records: 3 },
  ],
  ['it answered after a failure', { last_failure: failed('timeout', early) }, { is: 'well' }],
  [
    'it gave no answer since',
    { last_success_at: early, last_failure: failed('timeout') },
    { is: 'silent', since: early },
  ],
  [
    'it was never reached',
    { last_success_at: null, last_failure: failed('not-written') },
    { is: 'silent', since: null },
  ],
  ['it is left alone', { breaker: 'open' }, { is: 'silent', since: late }],
  ['it is tried again', { breaker: 'trying' }, { is: 'silent', since: late }],
  [
    'it answers with errors',
    { last_success_at: early, last_failure: failed('broken') },
    { is: 'troubled', since: early },
  ],
  [
    'it does not know Giro',
    { last_success_at: early, last_failure: failed('credentials') },
    { is: 'unwelcome' },
  ],
  ['most answers are slow', { attempts: [took(9), took(1_001), took(2_000)] }, { is: 'slow' }],
  ['one answer is slow', { attempts: [took(9), took(9), took(9_000)] }, { is: 'well' }],
  [
    'answers were slow long ago',
    { attempts: [...Array(80).fill(took(9_000)), ...Array(20).fill(took(9))] },
    { is: 'well' },
  ],
  ['slow failures say nothing', { attempts: [took(9), took(9_000, 'timeout')] }, { is: 'well' }],
])('%s', (_name, part, verdict) => {
  expect(judge(part)).toEqual(verdict);
});

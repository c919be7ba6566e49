import type { Clock } from './clock.ts';
import type { FailureKind } from './errors.ts';

const callsKept = 100;
const failuresKept = 1_000;
const hour = 60 * 60_000;

/** How the latest calls went. Durations in milliseconds, of one attempt each; null before any. */
export type CallReport = {
  calls: number;
  p50_ms: number | null;
  p95_ms: number | null;
  /** How often each kind of failure came in the last hour; at most a thousand in all. */
  failures: Partial<Record<FailureKind, number>>;
};

export type CallRecord = {
  add(duration_ms: number, failure?: FailureKind): void;
  report(): CallReport;
};

/** Remembers the last 100 calls to the service and the failures of the last hour. */
export function createCallRecord(clock: Clock): CallRecord {
  const durations: number[] = [];
  const failures: { kind: FailureKind; at: number }[] = [];
  return {
    add(duration_ms, failure) {
      if (durations.push(duration_ms) > callsKept) durations.shift();
      if (failure && failures.push({ kind: failure, at: clock.now() }) > failuresKept) {
        failures.shift();
      }
    },
    report() {
      const sorted = durations.toSorted((a, b) => a - b);
      const counts: CallReport['failures'] = {};
      for (const { kind, at } of failures) {
        if (clock.now() - at <= hour) counts[kind] = (counts[kind] ?? 0) + 1;
      }
      const calls = sorted.length;
      return { calls, p50_ms: rank(sorted, 0.5), p95_ms: rank(sorted, 0.95), failures: counts };
    },
  };
}

/** The smallest value that at least this share of them does not exceed. */
function rank(sorted: number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null;
}

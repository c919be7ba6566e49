import type { Clock } from './clock.ts';
import type { FailureKind } from './errors.ts';

const callsKept = 100;
const failuresKept = 1_000;
const hour = 60 * 60_000;

/** One attempt at a call: when it ended (milliseconds since 1970), and how it failed if it did. */
export type Attempt = { at: number; took_ms: number; failure: FailureKind | null };

/**
 * How the latest calls went. The percentiles are of the attempts that reached the service, in
 * milliseconds; null before any.
 */
export type CallReport = {
  calls: number;
  /** The last hundred, the oldest first. */
  attempts: Attempt[];
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
  const attempts: Attempt[] = [];
  const failures: { kind: FailureKind; at: number }[] = [];
  return {
    add(duration_ms, failure) {
      const at = clock.now();
      const attempt = { at, took_ms: duration_ms, failure: failure ?? null };
      if (attempts.push(attempt) > callsKept) attempts.shift();
      if (failure && failures.push({ kind: failure, at }) > failuresKept) {
        failures.shift();
      }
    },
    report() {
      // Calls that were refused before they were written say nothing of how quick the service is.
      const reached = attempts.filter(({ failure }) => failure !== 'not-written');
      const sorted = reached.map(({ took_ms }) => took_ms).sort((a, b) => a - b);
      const counts: CallReport['failures'] = {};
      for (const { kind, at } of failures) {
        if (clock.now() - at <= hour) counts[kind] = (counts[kind] ?? 0) + 1;
      }
      return {
        calls: attempts.length,
        attempts: [...attempts],
        p50_ms: rank(sorted, 0.5),
        p95_ms: rank(sorted, 0.95),
        failures: counts,
      };
    },
  };
}

/** The smallest value that at least this share of them does not exceed. */
function rank(sorted: number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null;
}

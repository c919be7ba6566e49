import type { FailureKind } from '../../contract/failure-kind.ts';
import type { OperationName } from '../../contract/operations.ts';
import { causeCode } from '../lib/cause-code.ts';
import { traced } from '../lib/traced.ts';
import { ServiceError } from './errors.ts';
import { callContext, type Log } from './log.ts';

const callsKept = 100;
const failuresKept = 1_000;
const hour = 60 * 60_000;

/** One attempt at a call: when it ended (milliseconds since 1970) and its failure, if it failed. */
type Attempt = { at: number; took_ms: number; failure: FailureKind | null };

/**
 * Statistics of the latest calls. Percentiles are of attempts that reached the service, in
 * milliseconds; null without any.
 */
type CallReport = {
  calls: number;
  /** The last 100, oldest first. */
  attempts: Attempt[];
  p50_ms: number | null;
  p95_ms: number | null;
  /** Failures of the last hour by kind; the last 1,000 at most. */
  failures: Partial<Record<FailureKind, number>>;
};

type CallRecord = {
  add(duration_ms: number, failure?: FailureKind): void;
  report(): CallReport;
};

/** Keeps the last 100 calls to the service and the failures of the last hour, in memory. */
export function createCallRecord(now: () => number): CallRecord {
  const attempts: Attempt[] = [];
  const failures: { kind: FailureKind; at: number }[] = [];
  return {
    add(duration_ms, failure) {
      const at = now();
      const attempt = { at, took_ms: duration_ms, failure: failure ?? null };
      if (attempts.push(attempt) > callsKept) attempts.shift();
      if (failure && failures.push({ kind: failure, at }) > failuresKept) {
        failures.shift();
      }
    },
    report() {
      // Calls that were never written say nothing about the speed of the service.
      const reached = attempts.filter(({ failure }) => failure !== 'not-written');
      const sorted = reached.map(({ took_ms }) => took_ms).sort((a, b) => a - b);
      const counts: CallReport['failures'] = {};
      for (const { kind, at } of failures) {
        if (now() - at <= hour) counts[kind] = (counts[kind] ?? 0) + 1;
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

/** The nearest-rank percentile; `share` from 0 to 1. */
function rank(sorted: number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null;
}

/** The last success and the last failure of the service; times in milliseconds since 1970. */
type Health = {
  last_success_at: number | null;
  last_failure: { kind: FailureKind; at: number } | null;
};

/** The end of an attempt; 'abandoned' if the caller went away. */
type CallOutcome = {
  operation: OperationName;
  outcome: 'ok' | 'abandoned' | FailureKind;
  took_ms: number;
};

export type CallObserver = {
  /** Runs an attempt, logs it and records its outcome. */
  observed<T>(
    operation: OperationName,
    signal: AbortSignal | undefined,
    attempt: () => Promise<{ status: number; value: T }>,
  ): Promise<T>;
  health(): Health;
  report: CallRecord['report'];
  /** Calls the listener after every attempt. */
  onAttempt(listener: (ended: CallOutcome) => void): void;
};

/** Logs and counts every attempt at a call, and reports it to listeners. */
export function createCallObserver(now: () => number, log: Log): CallObserver {
  const health: Health = { last_success_at: null, last_failure: null };
  const record = createCallRecord(now);
  const listeners: ((ended: CallOutcome) => void)[] = [];
  const notify = (ended: CallOutcome) => {
    for (const listener of listeners) listener(ended);
  };

  function succeeded(operation: OperationName, status: number, duration_ms: number) {
    health.last_success_at = now();
    record.add(duration_ms);
    notify({ operation, outcome: 'ok', took_ms: duration_ms });
    log.info({ operation, status, duration_ms, ...callContext.getStore() }, 'service call');
  }

  function failed(
    operation: OperationName,
    error: ServiceError,
    duration_ms: number,
    hasLeft: boolean,
  ) {
    const { kind, status } = error;
    // A caller that went away says nothing about the service.
    const outcome = kind !== 'refused' && hasLeft ? 'abandoned' : kind;
    if (outcome === 'refused') {
      health.last_success_at = now();
      record.add(duration_ms);
    } else if (outcome !== 'abandoned') {
      health.last_failure = { kind, at: now() };
      record.add(duration_ms, kind);
    }
    notify({ operation, outcome, took_ms: duration_ms });
    const code = causeCode(error);
    // Giro's own messages are safe. The service's may name a person, so only those of a transfer are logged.
    const isOurs = kind !== 'refused' || operation === 'createTransfer';
    const detail = isOurs ? error.message : undefined;
    const fields = { operation, status, kind, code, detail, duration_ms };
    log.warn({ ...fields, ...callContext.getStore() }, 'service call failed');
  }

  return {
    observed(operation, signal, attempt) {
      const { key } = callContext.getStore() ?? {};
      return traced({ name: `service ${operation}`, kind: 'client', key }, async (work) => {
        const began_at = now();
        try {
          const { status, value } = await attempt();
          succeeded(operation, status, now() - began_at);
          work.outcome = 'ok';
          return value;
        } catch (error) {
          if (error instanceof ServiceError) {
            work.outcome = error.kind;
            failed(operation, error, now() - began_at, signal?.aborted === true);
          }
          throw error;
        }
      });
    },
    health: () => ({ ...health }),
    report: record.report,
    onAttempt: (listener) => void listeners.push(listener),
  };
}

import type { Clock } from './clock.ts';
import { ServiceError } from './errors.ts';
import type { Log } from './log.ts';

export type BreakerLimits = {
  /** So many calls without an answer, one after the other and within this time, open it. */
  failures: number;
  within_ms: number;
  /** How long it then leaves the service alone before one call tries it. */
  pause_ms: number;
};

/** closed: every call goes through; open: none does; trying: the next one, or the one under way, tells. */
export type BreakerState = 'closed' | 'open' | 'trying';

export type Breaker = {
  state(): BreakerState;
  /** Throws a ServiceError of kind not-written with `retry_after_ms` while the service is left alone. */
  check(): void;
  /** Makes a call, unless `check` throws. Whoever makes it may leave by the signal. */
  run<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
};

type Options = { limits: BreakerLimits; clock: Clock; log: Log };

/**
 * Leaves a service that gives no answers alone for a while, then lets one call try it. Every answer
 * counts as a sign of life, whatever its status: a service that refuses, or fails, is there.
 */
export function createBreaker({ limits, clock, log }: Options): Breaker {
  let failures = 0;
  let since = 0;
  let openUntil: number | null = null;
  let trying = false;

  function check() {
    if (openUntil === null) return;
    const left_ms = openUntil - clock.now();
    if (left_ms <= 0 && !trying) return;
    // Before anything is written, so that a refused transfer is known not to be made.
    throw new ServiceError('not-written', 'the service gave no answers and is left alone', {
      retry_after_ms: Math.max(left_ms, 1_000),
    });
  }

  function answered() {
    if (openUntil !== null) log.info({}, 'the service answers again');
    failures = 0;
    openUntil = null;
  }

  function unanswered(trial: boolean) {
    const now = clock.now();
    // Calls that were under way when it opened tell nothing new.
    if (openUntil !== null && !trial) return;
    if (failures === 0 || now - since > limits.within_ms) {
      failures = 0;
      since = now;
    }
    failures += 1;
    if (!trial && failures < limits.failures) return;
    openUntil = now + limits.pause_ms;
    log.warn({ failures, pause_ms: limits.pause_ms }, 'the service gives no answers');
  }

  function state(): BreakerState {
    if (openUntil === null) return 'closed';
    return trying || openUntil <= clock.now() ? 'trying' : 'open';
  }

  return {
    state,
    check,
    async run(call, signal) {
      check();
      const trial = openUntil !== null;
      if (trial) trying = true;
      try {
        const answer = await call();
        answered();
        return answer;
      } catch (error) {
        if (isAnswer(error)) answered();
        // A caller that went away says nothing of the service.
        else if (!signal?.aborted) unanswered(trial);
        throw error;
      } finally {
        if (trial) trying = false;
      }
    },
  };
}

/** An answer that came, though it can't be used: too large, cut short, a redirect. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return error.kind === 'unreadable' || error.status !== undefined;
}

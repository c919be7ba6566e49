import type { CircuitBreakerState } from '../../contract/api/support.ts';
import { paths } from '../../contract/paths.ts';
import { ServiceError } from './errors.ts';
import { type Http, type HttpRequest, withTimeout } from './http.ts';
import type { Log } from './log.ts';

export type GatewayLimits = {
  quotes: BulkheadLimits;
  reads: BulkheadLimits;
  changes: BulkheadLimits;
  breaker: CircuitBreakerLimits;
};

// Bulkheads of their own, so that people who type amounts hold up no page, and no page a sending or the token.
export const gatewayLimits: GatewayLimits = {
  quotes: { active: 12, waiting: 100 },
  reads: { active: 12, waiting: 100 },
  changes: { active: 8, waiting: 32 },
  breaker: { failures: 5, within_ms: 60_000, pause_ms: 5_000 },
};

/** HTTP to the service, and whether calls go through at all now. */
export type ServiceGateway = Http & { breaker(): CircuitBreakerState };

type GatewayOptions = { limits: GatewayLimits; total_ms: number; now: () => number; log: Log };

/**
 * The one way to the service: bounded, and shut for a while when the service gives no answers. What is
 * refused here was not written. `total_ms` bounds a call that names no time, its wait included.
 */
export function createServiceGateway(
  http: Http,
  { limits, total_ms, now, log }: GatewayOptions,
): ServiceGateway {
  const breaker = createCircuitBreaker({ limits: limits.breaker, now, log });
  const bulkheads = {
    quotes: createBulkhead(limits.quotes),
    reads: createBulkhead(limits.reads),
    changes: createBulkhead(limits.changes),
  };

  return {
    async send(request) {
      // Also before its turn: a queue behind calls that hang is no place to learn that the service is gone.
      breaker.check();
      const began = performance.now();
      const total = Math.max(Math.ceil(request.total_ms ?? total_ms), 0);
      const bulkhead = bulkheads[bulkheadOf(request)];
      const work = async () => {
        const left_ms = total - (performance.now() - began);
        // Our own lack of time says nothing of the service.
        if (left_ms <= 0) throw new ServiceError('not-written', 'no time was left for the call');
        request.beforeWriting?.();
        return breaker.run(() => http.send({ ...request, total_ms: left_ms }), request.signal);
      };
      return withTimeout(total, request.signal, (until) => bulkhead(work, until));
    },
    breaker: breaker.state,
    close: () => http.close(),
  };
}

function bulkheadOf({ method, path }: HttpRequest): 'quotes' | 'reads' | 'changes' {
  if (method !== 'GET') return 'changes';
  return path === paths.simulate ? 'quotes' : 'reads';
}

export type BulkheadLimits = { active: number; waiting: number };

/** Runs work when it is its turn. Throws a ServiceError of kind not-written when that never comes. */
export type Bulkhead = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Lets so many calls run at once and so many wait, first come first served; whoever is beyond is refused. */
export function createBulkhead({ active, waiting }: BulkheadLimits): Bulkhead {
  let running = 0;
  const queue = new Set<() => void>();

  function turn(signal: AbortSignal): Promise<void> {
    if (running < active) {
      running += 1;
      return Promise.resolve();
    }
    if (queue.size >= waiting) {
      const message = 'too many calls wait for the service';
      throw new ServiceError('not-written', message, { retry_after_ms: 1_000 });
    }
    return new Promise((resolve, reject) => {
      const come = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        queue.delete(come);
        reject(new ServiceError('not-written', 'the call ended before its turn came'));
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.add(come);
    });
  }

  function next() {
    const [come] = queue;
    if (!come) {
      running -= 1;
      return;
    }
    // Its place is taken over, so that nobody slips in between.
    queue.delete(come);
    come();
  }

  return async (work, signal) => {
    await turn(signal);
    try {
      return await work();
    } finally {
      next();
    }
  };
}

export type CircuitBreakerLimits = {
  /** So many calls without an answer, one after the other and within this time, open it. */
  failures: number;
  within_ms: number;
  /** How long it then leaves the service alone before one call tries it. */
  pause_ms: number;
};

export type CircuitBreaker = {
  state(): CircuitBreakerState;
  /** Throws a ServiceError of kind not-written with `retry_after_ms` while the service is left alone. */
  check(): void;
  /** Makes a call, unless `check` throws. Whoever makes it may leave by the signal. */
  run<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
};

type CircuitBreakerOptions = { limits: CircuitBreakerLimits; now: () => number; log: Log };

/**
 * Leaves a service that gives no answers alone for a while, then lets one call try it. Every answer
 * counts as a sign of life, whatever its status: a service that refuses, or fails, is there.
 */
export function createCircuitBreaker({ limits, now, log }: CircuitBreakerOptions): CircuitBreaker {
  let failures = 0;
  let since = 0;
  let openUntil: number | null = null;
  let trying = false;

  function check() {
    if (openUntil === null) return;
    const left_ms = openUntil - now();
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
    const at = now();
    // Calls that were under way when it opened tell nothing new.
    if (openUntil !== null && !trial) return;
    if (failures === 0 || at - since > limits.within_ms) {
      failures = 0;
      since = at;
    }
    failures += 1;
    if (!trial && failures < limits.failures) return;
    openUntil = at + limits.pause_ms;
    log.warn({ failures, pause_ms: limits.pause_ms }, 'the service gives no answers');
  }

  function state(): CircuitBreakerState {
    if (openUntil === null) return 'closed';
    return trying || openUntil <= now() ? 'trying' : 'open';
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

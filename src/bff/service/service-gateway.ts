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

// Separate bulkheads: quotes while people type must not block pages, nor reads a transfer or the token.
export const gatewayLimits: GatewayLimits = {
  quotes: { active: 12, waiting: 100 },
  reads: { active: 12, waiting: 100 },
  changes: { active: 8, waiting: 32 },
  breaker: { failures: 5, within_ms: 60_000, pause_ms: 5_000 },
};

/** HTTP to the service, with the state of the circuit breaker. */
export type ServiceGateway = Http & { breaker(): CircuitBreakerState };

type GatewayOptions = { limits: GatewayLimits; total_ms: number; now: () => number; log: Log };

/**
 * The only way to the service: bulkheads and a circuit breaker around `http`. What they reject was not
 * written.
 * @param options `total_ms` is the default timeout of a call with its wait in the queue
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
      // Checked before the queue too: don't wait behind hanging calls to learn that the breaker is open.
      breaker.check();
      const began = performance.now();
      const total = Math.max(Math.ceil(request.total_ms ?? total_ms), 0);
      const bulkhead = bulkheads[bulkheadOf(request)];
      const work = async () => {
        const left_ms = total - (performance.now() - began);
        // Time spent in this queue says nothing about the service, so the breaker doesn't count it.
        if (left_ms <= 0) throw new ServiceError('not-written', 'no time was left for the call');
        request.beforeWriting?.();
        return breaker.run(() => http.send({ ...request, total_ms: left_ms }), request.signal);
      };
      return withTimeout(total, request.signal, (until) => bulkhead(work, until));
    },
    breaker: breaker.state,
    close: () => http.close(),
    end: () => http.end(),
  };
}

function bulkheadOf({ method, path }: HttpRequest): 'quotes' | 'reads' | 'changes' {
  if (method !== 'GET') return 'changes';
  return path === paths.simulate ? 'quotes' : 'reads';
}

type BulkheadLimits = { active: number; waiting: number };

/** Runs work when its turn comes. Throws a ServiceError not-written if the queue is full or it is aborted. */
type Bulkhead = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Limits concurrent calls: `active` run, `waiting` queue in order, further ones are rejected. */
export function createBulkhead({ active, waiting }: BulkheadLimits): Bulkhead {
  let running = 0;
  const queue = new Set<() => void>();

  function turn(signal: AbortSignal): Promise<void> {
    if (running < active) {
      running += 1;
      return Promise.resolve();
    }
    if (queue.size >= waiting) {
      const message = 'too many calls are waiting for the service: nothing was sent, try again';
      throw new ServiceError('not-written', message, { retry_after_ms: 1_000 });
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', cancel);
        resolve();
      };
      const cancel = () => {
        queue.delete(start);
        reject(
          new ServiceError(
            'not-written',
            'the call ended while it waited in the queue: nothing was sent',
          ),
        );
      };
      signal.addEventListener('abort', cancel, { once: true });
      queue.add(start);
    });
  }

  function next() {
    const [start] = queue;
    if (!start) {
      running -= 1;
      return;
    }
    // The slot passes on directly: `running` stays, so that no new call overtakes the queue.
    queue.delete(start);
    start();
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

type CircuitBreakerLimits = {
  /** This many consecutive calls without an answer, within `within_ms`, open it. */
  failures: number;
  within_ms: number;
  /** How long it stays open before one trial call. */
  pause_ms: number;
};

export type CircuitBreaker = {
  state(): CircuitBreakerState;
  /** Throws a ServiceError not-written with `retry_after_ms` while the breaker is open. */
  check(): void;
  /** Makes a call, unless `check` throws. An aborted call doesn't count. */
  run<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
};

type CircuitBreakerOptions = { limits: CircuitBreakerLimits; now: () => number; log: Log };

/**
 * Opens after consecutive calls without an answer, then lets one trial call through (half-open). An
 * answer of any status closes it: a service that refuses or fails is reachable.
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
    // Thrown before anything is written, so that a rejected transfer is known not to be made.
    throw new ServiceError(
      'not-written',
      'the circuit breaker is open after calls without an answer: nothing was sent',
      {
        retry_after_ms: Math.max(left_ms, 1_000),
      },
    );
  }

  function answered() {
    if (openUntil !== null) log.info({}, 'service: circuit breaker closed');
    failures = 0;
    openUntil = null;
  }

  function unanswered(trial: boolean) {
    const at = now();
    // Calls that were under way when it opened don't count.
    if (openUntil !== null && !trial) return;
    if (failures === 0 || at - since > limits.within_ms) {
      failures = 0;
      since = at;
    }
    failures += 1;
    if (!trial && failures < limits.failures) return;
    openUntil = at + limits.pause_ms;
    log.warn({ failures, pause_ms: limits.pause_ms }, 'service: circuit breaker opened');
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
        // A caller that went away says nothing about the service.
        else if (!signal?.aborted) unanswered(trial);
        throw error;
      } finally {
        if (trial) trying = false;
      }
    },
  };
}

/** True if an answer came, even an unusable one: too large, cut short, a redirect. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return error.kind === 'unreadable' || error.status !== undefined;
}

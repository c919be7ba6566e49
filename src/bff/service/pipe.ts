import { paths } from '../../contract/paths.ts';
import { type BreakerLimits, type BreakerState, createBreaker } from './breaker.ts';
import type { Clock } from './clock.ts';
import { ServiceError } from './errors.ts';
import type { Http, HttpRequest } from './http.ts';
import { createLane, type LaneLimits } from './lane.ts';
import type { Log } from './log.ts';
import { within } from './within.ts';

export type PipeLimits = {
  quotes: LaneLimits;
  reads: LaneLimits;
  changes: LaneLimits;
  breaker: BreakerLimits;
};

// Lanes of their own, so that people who type amounts hold up no page, and no page a sending or the token.
export const pipeLimits: PipeLimits = {
  quotes: { active: 12, waiting: 100 },
  reads: { active: 12, waiting: 100 },
  changes: { active: 8, waiting: 32 },
  breaker: { failures: 5, within_ms: 60_000, pause_ms: 5_000 },
};

/** HTTP to the service, and whether calls go through at all now. */
export type Pipe = Http & { breaker(): BreakerState };

type Options = { limits: PipeLimits; total_ms: number; clock: Clock; log: Log };

/**
 * The one way to the service: bounded, and shut for a while when the service gives no answers. What is
 * refused here was not written. `total_ms` bounds a call that names no time, its wait included.
 */
export function createPipe(http: Http, { limits, total_ms, clock, log }: Options): Pipe {
  const breaker = createBreaker({ limits: limits.breaker, clock, log });
  const lanes = {
    quotes: createLane(limits.quotes),
    reads: createLane(limits.reads),
    changes: createLane(limits.changes),
  };

  return {
    async send(request) {
      // Also before its turn: a queue behind calls that hang is no place to learn that the service is gone.
      breaker.check();
      const began = performance.now();
      const total = Math.max(Math.ceil(request.total_ms ?? total_ms), 0);
      const lane = lanes[laneOf(request)];
      const work = async () => {
        const left_ms = total - (performance.now() - began);
        // Our own lack of time says nothing of the service.
        if (left_ms <= 0) throw new ServiceError('not-written', 'no time was left for the call');
        request.beforeWriting?.();
        return breaker.run(() => http.send({ ...request, total_ms: left_ms }), request.signal);
      };
      return within(total, request.signal, (until) => lane(work, until));
    },
    breaker: breaker.state,
    close: () => http.close(),
  };
}

function laneOf({ method, path }: HttpRequest): 'quotes' | 'reads' | 'changes' {
  if (method !== 'GET') return 'changes';
  return path === paths.simulate ? 'quotes' : 'reads';
}

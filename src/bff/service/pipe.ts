import { type BreakerLimits, createBreaker } from './breaker.ts';
import type { Clock } from './clock.ts';
import { ServiceError } from './errors.ts';
import type { Http } from './http.ts';
import { createLane, type LaneLimits } from './lane.ts';
import type { Log } from './log.ts';

export type PipeLimits = { reads: LaneLimits; changes: LaneLimits; breaker: BreakerLimits };

/**
 * Together no more than there are connections. Reads have their own lane, so that however many of
 * them hang, a sending and the renewal of the token find a free connection.
 */
export const pipeLimits: PipeLimits = {
  reads: { active: 24, waiting: 100 },
  changes: { active: 8, waiting: 32 },
  breaker: { failures: 5, within_ms: 60_000, pause_ms: 5_000 },
};

type Options = { limits: PipeLimits; total_ms: number; clock: Clock; log: Log };

/**
 * The one way to the service: bounded, and shut for a while when the service gives no answers. What is
 * refused here was not written. `total_ms` bounds a call that names no time, its wait included.
 */
export function createPipe(http: Http, { limits, total_ms, clock, log }: Options): Http {
  const breaker = createBreaker({ limits: limits.breaker, clock, log });
  const reads = createLane(limits.reads);
  const changes = createLane(limits.changes);

  return {
    async send(request) {
      // Also before its turn: a queue behind calls that hang is no place to learn that the service is gone.
      breaker.check();
      const began = performance.now();
      const total = Math.max(Math.ceil(request.total_ms ?? total_ms), 0);
      const deadline = AbortSignal.timeout(total);
      const until = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
      const lane = request.method === 'GET' ? reads : changes;
      return lane(async () => {
        const left_ms = total - (performance.now() - began);
        // Our own lack of time says nothing of the service.
        if (left_ms <= 0) throw new ServiceError('not-written', 'no time was left for the call');
        return breaker.run(() => http.send({ ...request, total_ms: left_ms }), request.signal);
      }, until);
    },
    close: () => http.close(),
  };
}

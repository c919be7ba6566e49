import { ServiceError } from './errors.ts';

export type LaneLimits = { active: number; waiting: number };

/** Runs work when it is its turn. Throws a ServiceError of kind not-written when that never comes. */
export type Lane = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Lets so many calls run at once and so many wait, first come first served; whoever is beyond is refused. */
export function createLane({ active, waiting }: LaneLimits): Lane {
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

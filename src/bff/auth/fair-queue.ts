import { ProblemError } from '../lib/problem.ts';

export type FairQueue = {
  /**
   * Runs the work when its turn comes and returns its result.
   * @throws ProblemError too-many-requests when the queue is full
   */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
};

type Waiting = { begin: () => void; refuse: (error: ProblemError) => void };

/**
 * Creates a round-robin queue: one job at a time, callers in turn, however many jobs one of them adds.
 * When `maxWaiting` jobs wait, the caller with most of them loses its last one.
 */
export function createFairQueue(maxWaiting: number): FairQueue {
  // Jobs by caller, in the order of the callers' turns.
  const lines = new Map<string, Waiting[]>();
  let waiting = 0;
  let busy = false;

  function next() {
    const [first] = lines;
    busy = first !== undefined;
    if (!first) return;
    const [caller, line] = first;
    const [one, ...rest] = line;
    lines.delete(caller);
    if (rest.length > 0) lines.set(caller, rest);
    waiting -= 1;
    one?.begin();
  }

  function makeRoom(caller: string) {
    if (waiting < maxWaiting) return;
    const refusal = new ProblemError('too-many-requests', { retryAfterSeconds: 10 });
    const [longest] = [...lines.values()].sort((a, b) => b.length - a.length);
    if (!longest || longest.length <= (lines.get(caller)?.length ?? 0) + 1) throw refusal;
    longest.pop()?.refuse(refusal);
    waiting -= 1;
  }

  return {
    async run(caller, work) {
      if (busy) {
        makeRoom(caller);
        await new Promise<void>((begin, refuse) => {
          const line = lines.get(caller) ?? [];
          line.push({ begin, refuse });
          lines.set(caller, line);
          waiting += 1;
        });
      }
      busy = true;
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}

import { ProblemError } from '../lib/problem.ts';

/** Who adds a job: a network address, and a device or person that is known to have signed in before. */
type Caller = { address: string; known: string | null };

export type FairQueue = {
  /**
   * Runs the work when its turn comes and returns its result.
   * @throws ProblemError too-many-requests when the queue is full, or the turn does not come in time
   */
  run<T>(caller: Caller, work: () => Promise<T>): Promise<T>;
};

type Limits = {
  /** Jobs that may wait, of known callers and of strangers each. */
  maxWaiting: number;
  /** If more wait, the newest caller is first (adaptive LIFO): the oldest have given up, or soon will. */
  maxFifoWaiting: number;
  maxWaitMs: number;
};

type Waiting = { begin: () => void; refuse: (error: ProblemError) => void };

/**
 * Creates a round-robin queue: one job at a time, callers in turn, however many jobs one of them adds. Known callers
 * have places of their own and every second turn, so that no flood of strangers keeps them out. In a flood the newest
 * stranger is first, and who waited too long is refused.
 */
export function createFairQueue(limits: Limits): FairQueue {
  const [known, strangers] = [createLines(limits), createLines(limits)];
  let busy = false;
  let wasKnown = false;

  function next() {
    const lines = wasKnown ? [strangers, known] : [known, strangers];
    const line = lines.find(({ isEmpty }) => !isEmpty());
    busy = line !== undefined;
    wasKnown = line === known;
    line?.takeNext().begin();
  }

  return {
    async run({ address, known: name }, work) {
      if (busy) await (name === null ? strangers.wait(address) : known.wait(name));
      busy = true;
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}

function createLines({ maxWaiting, maxFifoWaiting, maxWaitMs }: Limits) {
  // Jobs by caller, in the order of the callers' turns.
  const lines = new Map<string, Waiting[]>();
  const refusal = () => new ProblemError('too-many-requests', { retryAfterSeconds: 10 });
  let waiting = 0;

  /** When `maxWaiting` jobs wait, the caller with most of them loses its last one. */
  function makeRoom(caller: string) {
    if (waiting < maxWaiting) return;
    const [longest] = [...lines.values()].sort((a, b) => b.length - a.length);
    if (!longest || longest.length <= (lines.get(caller)?.length ?? 0) + 1) throw refusal();
    longest.pop()?.refuse(refusal());
    waiting -= 1;
  }

  function drop(caller: string, job: Waiting) {
    const line = lines.get(caller) ?? [];
    const rest = line.filter((other) => other !== job);
    if (rest.length === line.length) return;
    waiting -= 1;
    if (rest.length > 0) lines.set(caller, rest);
    else lines.delete(caller);
    job.refuse(refusal());
  }

  return {
    isEmpty: () => lines.size === 0,
    takeNext(): Waiting {
      const callers = [...lines.keys()];
      const caller = (waiting > maxFifoWaiting ? callers.at(-1) : callers[0]) ?? '';
      const [one, ...rest] = lines.get(caller) ?? [];
      if (!one) throw new Error('no job waits');
      lines.delete(caller);
      if (rest.length > 0) lines.set(caller, rest);
      waiting -= 1;
      return one;
    },
    /** Resolves when the job's turn has come. */
    async wait(caller: string) {
      makeRoom(caller);
      let late: ReturnType<typeof setTimeout> | undefined;
      try {
        await new Promise<void>((begin, refuse) => {
          const job = { begin, refuse };
          lines.set(caller, [...(lines.get(caller) ?? []), job]);
          waiting += 1;
          late = setTimeout(() => drop(caller, job), maxWaitMs);
          late.unref();
        });
      } finally {
        clearTimeout(late);
      }
    },
  };
}

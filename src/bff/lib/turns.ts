/** Runs the work at once, or when its turn comes; turns come in the order of the calls. */
type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** @param max how many works run at once */
export function createTurns(max: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < max) running += 1;
    else {
      await new Promise<void>((begin) => {
        waiting.push(begin);
      });
    }
    try {
      return await work();
    } finally {
      // The next one takes over the place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

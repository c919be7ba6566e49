/**
 * A cached read with request coalescing: callers share the read in flight, and later its value.
 * A failure rejects for every caller that waits for it, and is not cached.
 */
export type SharedRead<T> = {
  /** @param maxAge milliseconds; 0 accepts only a value that arrives after this call */
  get(maxAge: number): Promise<{ value: T; readAt: number }>;
  /** The cached value, or null when it is older than `maxAge` milliseconds. Starts no read. */
  kept(maxAge: number): T | null;
  /** Drops the cached value, and ignores the value of a read in flight. */
  drop(): void;
};

/**
 * Creates a shared read.
 * @param now milliseconds since 1970
 */
export function createSharedRead<T>(read: () => Promise<T>, now: () => number): SharedRead<T> {
  let kept: { value: T; readAt: number } | null = null;
  let inFlight: Promise<{ value: T; readAt: number }> | null = null;

  function start() {
    const readAt = now();
    const mine = read()
      .then((value) => {
        const answer = { value, readAt };
        if (inFlight === mine) kept = answer;
        return answer;
      })
      .finally(() => {
        if (inFlight === mine) inFlight = null;
      });
    inFlight = mine;
    return mine;
  }

  return {
    get(maxAge) {
      if (kept && maxAge > 0 && now() - kept.readAt <= maxAge) return Promise.resolve(kept);
      return inFlight ?? start();
    },
    kept: (maxAge) => (kept && now() - kept.readAt <= maxAge ? kept.value : null),
    drop() {
      kept = null;
      inFlight = null;
    },
  };
}

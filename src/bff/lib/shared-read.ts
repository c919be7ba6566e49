/**
 * Shares one read among all who ask while it is under way, and its answer for a while after.
 * A failed read is shared by those who wait for it, and not kept.
 */
export type SharedRead<T> = {
  /** @param maxAge milliseconds; 0 accepts only an answer that arrives after this call */
  get(maxAge: number): Promise<{ value: T; readAt: number }>;
  /** The answer that is kept, if it is no older than that; asks nobody. */
  kept(maxAge: number): T | null;
  /** Forgets the answer, and whatever a read under way will bring. */
  drop(): void;
};

/** @param now milliseconds since 1970 */
export function createSharedRead<T>(read: () => Promise<T>, now: () => number): SharedRead<T> {
  let kept: { value: T; readAt: number } | null = null;
  let underWay: Promise<{ value: T; readAt: number }> | null = null;

  function start() {
    const readAt = now();
    const mine = read()
      .then((value) => {
        const answer = { value, readAt };
        if (underWay === mine) kept = answer;
        return answer;
      })
      .finally(() => {
        if (underWay === mine) underWay = null;
      });
    underWay = mine;
    return mine;
  }

  return {
    get(maxAge) {
      if (kept && maxAge > 0 && now() - kept.readAt <= maxAge) return Promise.resolve(kept);
      return underWay ?? start();
    },
    kept: (maxAge) => (kept && now() - kept.readAt <= maxAge ? kept.value : null),
    drop() {
      kept = null;
      underWay = null;
    },
  };
}

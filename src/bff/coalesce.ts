/**
 * Shares one read among all who ask while it is under way, and its answer for a while after.
 * A failed read is shared by those who wait for it, and not kept.
 */
export type SharedRead<T> = {
  /** @param maxAge milliseconds; 0 accepts only an answer that arrives after this call */
  get(maxAge: number): Promise<{ value: T; readAt: number }>;
  /** Forgets the answer, and whatever a read under way will bring. */
  drop(): void;
};

export function sharedRead<T>(read: () => Promise<T>, now: () => number): SharedRead<T> {
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
    drop() {
      kept = null;
      underWay = null;
    },
  };
}

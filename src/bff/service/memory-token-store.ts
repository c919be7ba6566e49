import type { StoredToken, TokenStore } from './token-store.ts';

/** A store for a single process. */
export function memoryTokenStore(): TokenStore {
  let stored: StoredToken | null = null;
  let last: Promise<unknown> = Promise.resolve();

  return {
    read: async () => stored,
    async write(token) {
      stored = token;
    },
    withLock(work) {
      const turn = last.then(work);
      // The next in line waits for the end, whichever it is; the caller gets the failure.
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** A token and its times by our clock, in milliseconds since 1970. `expires_at` is the service's word. */
export type StoredToken = {
  token: string;
  expires_at: string;
  refresh_at: number;
  dies_at: number;
};

/** Where all instances keep the one token that they share. */
export type TokenStore = {
  read(): Promise<StoredToken | null>;
  write(token: StoredToken | null): Promise<void>;
  /** Runs one at a time among everybody who shares the store. `read` and `write` work within. */
  withLock<T>(work: () => Promise<T>): Promise<T>;
};

/** A store for a single process. */
export function createMemoryTokenStore(): TokenStore {
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

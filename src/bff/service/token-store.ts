import { createTurns } from '../lib/turns.ts';

/**
 * A token. `refresh_at` and `dies_at` are milliseconds since 1970 by this machine's clock; `expires_at` is
 * the service's text.
 */
export type StoredToken = {
  token: string;
  expires_at: string;
  refresh_at: number;
  dies_at: number;
};

/** Stores the token that all instances share. */
export type TokenStore = {
  read(): Promise<StoredToken | null>;
  write(token: StoredToken | null): Promise<void>;
  /** Runs work under a lock over all instances. `read` and `write` may be called within. */
  withLock<T>(work: () => Promise<T>): Promise<T>;
};

/** A token store in memory, for a single process. */
export function createMemoryTokenStore(): TokenStore {
  let stored: StoredToken | null = null;

  return {
    read: async () => stored,
    async write(token) {
      stored = token;
    },
    withLock: createTurns(1),
  };
}

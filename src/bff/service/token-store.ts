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

import * as z from 'zod/mini';
import { withLease } from './ledger/store/leases.ts';
import type { LedgerDb } from './ledger/store/schema.ts';
import { storeNow } from './ledger/store/store-clock.ts';
import { readSealedToken, writeSealedToken } from './ledger/store/token.ts';
import { createSeal, type Secrets } from './lib/sealed.ts';
import { timestamp } from './lib/timestamp.ts';
import type { Log } from './service/log.ts';
import type { StoredToken, TokenStore } from './service/token-store.ts';

const storedToken = z.object({
  token: z.string(),
  expires_at: z.string(),
  refresh_at: z.number(),
  dies_at: z.number(),
});

// Milliseconds. Longer than a token call and its retry can take.
const leaseFor = 30_000;

type Options = {
  db: LedgerDb;
  /** GIRO_SECRET and GIRO_SECRET_PREVIOUS, or a random text for the sandbox. */
  secrets: Secrets;
  /**
   * Service and client of the token. It is authenticated data: a token of another service does not
   * decrypt.
   */
  audience: string;
  now: () => number;
  log: Log;
};

/** Stores the service token that all instances share in the ledger, encrypted with AES-256-GCM. */
export function createSealedTokenStore({ db, secrets, audience, now, log }: Options): TokenStore {
  const { seal, unseal } = createSeal(secrets, 'service token', audience);

  function read(sealed: string): StoredToken | null {
    const text = unseal(sealed);
    const { data } = z.safeParse(storedToken, text === null ? null : JSON.parse(text));
    if (data) return data;
    // Sealed with another secret or for another service: the caller obtains a new token.
    log.warn({}, 'token: not decrypted with this GIRO_SECRET, a new one is requested');
    return null;
  }

  return {
    async read() {
      const sealed = await readSealedToken(db);
      return sealed === null ? null : read(sealed);
    },
    write: (token) =>
      writeSealedToken(db, token ? seal(JSON.stringify(token)) : null, timestamp(now())),
    withLock: (work) => withLease(db, 'service-token', () => storeNow(db, now), leaseFor, work),
  };
}

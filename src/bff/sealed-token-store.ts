import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { withLease } from './ledger/leases.ts';
import type { LedgerDb } from './ledger/ledger.ts';
import { storeNow } from './ledger/store-clock.ts';
import { readSealedToken, writeSealedToken } from './ledger/token.ts';
import { timestamp } from './lib/timestamp.ts';
import type { Log } from './service/log.ts';
import type { StoredToken, TokenStore } from './service/token-store.ts';

const storedToken = z.object({
  token: z.string(),
  expires_at: z.string(),
  refresh_at: z.number(),
  dies_at: z.number(),
});

// Longer than a token call and its repeat can take.
const leaseFor = 30_000;

type Options = {
  db: LedgerDb;
  /** GIRO_SECRET, or anything random where there is none. */
  secret: string;
  /** The service and the client that a token is for: another's can't be taken for it. */
  audience: string;
  now: () => number;
  log: Log;
};

/** The one token of all instances, in the ledger, sealed with AES-256-GCM. */
export function createSealedTokenStore({ db, secret, audience, now, log }: Options): TokenStore {
  const key = Buffer.from(hkdfSync('sha256', secret, 'giro', 'service token', 32));

  function seal(token: StoredToken): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(audience));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(token)), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  function unseal(text: string): StoredToken | null {
    try {
      const bytes = Buffer.from(text, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(audience))
        .setAuthTag(bytes.subarray(12, 28));
      const plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
      return z.parse(storedToken, JSON.parse(plain.toString('utf8')));
    } catch {
      // Sealed with another secret or for another service: a new one is obtained in its place.
      log.warn({}, 'the stored token can not be opened with this GIRO_SECRET');
      return null;
    }
  }

  return {
    async read() {
      const sealed = await readSealedToken(db);
      return sealed === null ? null : unseal(sealed);
    },
    write: (token) => writeSealedToken(db, token ? seal(token) : null, timestamp(now())),
    withLock: (work) => withLease(db, 'service-token', () => storeNow(db, now), leaseFor, work),
  };
}

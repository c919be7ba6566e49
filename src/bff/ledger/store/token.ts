import * as z from 'zod/mini';
import { createSeal, type Secrets } from '../../lib/sealed.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { withLease } from './leases.ts';
import type { LedgerDb } from './schema.ts';
import { storeNow } from './store-clock.ts';

const id = 'current';

/** The encrypted token of the service, or null. */
export async function readSealedToken(db: LedgerDb): Promise<string | null> {
  const row = await db
    .selectFrom('service_tokens')
    .select('sealed')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.sealed ?? null;
}

/** Writes the encrypted token; null deletes it. */
export async function writeSealedToken(db: LedgerDb, sealed: string | null, now: string) {
  if (sealed === null) {
    await db.deleteFrom('service_tokens').where('id', '=', id).execute();
    return;
  }
  await db
    .insertInto('service_tokens')
    .values({ id, sealed, updated_at: now })
    .onConflict((oc) => oc.column('id').doUpdateSet({ sealed, updated_at: now }))
    .execute();
}

const storedToken = z.object({
  token: z.string(),
  expires_at: z.string(),
  refresh_at: z.number(),
  dies_at: z.number(),
});

// Milliseconds. Longer than a token call and its retry can take.
const leaseFor = 30_000;

type Token = z.infer<typeof storedToken>;

/** The token that all instances share. `withLock` runs work under a lock over all of them. */
export type SealedTokenStore = {
  read(): Promise<Token | null>;
  write(token: Token | null): Promise<void>;
  withLock<T>(work: () => Promise<T>): Promise<T>;
};

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
  log: { warn(fields: object, message: string): void };
};

/** Stores the service token that all instances share in the ledger, encrypted with AES-256-GCM. */
export function createSealedTokenStore({
  db,
  secrets,
  audience,
  now,
  log,
}: Options): SealedTokenStore {
  const { seal, unseal } = createSeal(secrets, 'service token', audience);

  function read(sealed: string): Token | null {
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

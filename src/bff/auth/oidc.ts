import { createHash, randomBytes } from 'node:crypto';
import type { OidcAccess } from '../config/config.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import {
  addOidcAttempt,
  attemptLivesFor,
  type OidcAttemptRow,
  takeOidcAttempt,
} from '../ledger/oidc.ts';
import type { UserRow } from '../ledger/users.ts';
import { readIdentity } from './oidc-identity.ts';
import { personOfIdentity } from './oidc-people.ts';
import { createOidcProvider } from './oidc-provider.ts';

export type Oidc = {
  /** Begins an attempt: where to send the browser, and the id that only that browser gets. @throws OidcError */
  start(next: string | null): Promise<{ url: string; id: string }>;
  /** The attempt that the browser and the provider both name, once; null when there is none any more. */
  take(id: string | undefined, query: string): Promise<OidcAttemptRow | null>;
  /** Who signed in, as the provider tells of this attempt. @throws OidcError */
  person(attempt: OidcAttemptRow, query: string): Promise<{ user: UserRow; issuer: string }>;
  /** Where to sign out at the provider, or null where it has no such place. @throws OidcError unreachable */
  signOutUrl(): Promise<string | null>;
};

/** Signing in at a provider (authorization code, PKCE, state and nonce); what is pending lies in the ledger. */
export function createOidc(access: OidcAccess, db: LedgerDb, now: () => number): Oidc {
  const provider = createOidcProvider(access, now);
  const at = (time: number) => new Date(time).toISOString();

  return {
    async start(next) {
      const { url, ...secrets } = await provider.ask();
      const id = randomBytes(32).toString('base64url');
      const attempt = { ...secrets, id_hash: hash(id), next, created_at: at(now()) };
      await addOidcAttempt(db, attempt, at(now() - attemptLivesFor));
      return { url, id };
    },
    async take(id, query) {
      const state = new URLSearchParams(query).get('state');
      if (id === undefined || state === null) return null;
      const startedAfter = at(now() - attemptLivesFor);
      return takeOidcAttempt(db, { id_hash: hash(id), state, startedAfter });
    },
    async person(attempt, query) {
      const claims = await provider.claims(query, attempt);
      const identity = readIdentity(claims, access.roleClaim);
      return { user: await personOfIdentity(db, identity, at(now())), issuer: claims.iss };
    },
    signOutUrl: provider.signOutUrl,
  };
}

function hash(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

import { createHash, randomBytes } from 'node:crypto';
import type { OidcAccess } from '../config/config.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import {
  addOidcAttempt,
  addSubject,
  attemptLivesFor,
  findUserBySubject,
  type OidcAttemptRow,
  refreshUser,
  takeOidcAttempt,
} from '../ledger/oidc.ts';
import { removeSessionsOf } from '../ledger/sessions.ts';
import { addUser, findUserByEmail, normalizeEmail, type UserRow } from '../ledger/users.ts';
import { timestamp } from '../lib/timestamp.ts';
import { OidcError } from './oidc-error.ts';
import type { OidcIdentity } from './oidc-identity.ts';
import { readIdentity } from './oidc-identity.ts';
import { createOidcProvider } from './oidc-provider.ts';

export type Oidc = {
  /** Starts an attempt: the provider's URL, and an id for this browser's cookie. @throws OidcError */
  start(next: string | null): Promise<{ url: string; id: string }>;
  /** Takes the attempt of this cookie id and this `state`, once; null when it is unknown or expired. */
  take(id: string | undefined, query: string): Promise<OidcAttemptRow | null>;
  /** The person who signed in with this attempt, created or updated. @throws OidcError */
  person(attempt: OidcAttemptRow, query: string): Promise<{ user: UserRow; issuer: string }>;
  /** The provider's sign-out URL, or null when it has none. @throws OidcError unreachable */
  signOutUrl(): Promise<string | null>;
};

/**
 * Sign-in with an OpenID provider: authorization code flow with PKCE, state and nonce. Attempts are in
 * the ledger.
 */
export function createOidc(access: OidcAccess, db: LedgerDb, now: () => number): Oidc {
  const provider = createOidcProvider(access, now);

  return {
    async start(next) {
      const { url, ...secrets } = await provider.ask();
      const id = randomBytes(32).toString('base64url');
      const attempt = { ...secrets, id_hash: hash(id), next, created_at: timestamp(now()) };
      await addOidcAttempt(db, attempt, timestamp(now() - attemptLivesFor));
      return { url, id };
    },
    async take(id, query) {
      const state = new URLSearchParams(query).get('state');
      if (id === undefined || state === null) return null;
      const startedAfter = timestamp(now() - attemptLivesFor);
      return takeOidcAttempt(db, { id_hash: hash(id), state, startedAfter });
    },
    async person(attempt, query) {
      const claims = await provider.claims(query, attempt);
      const identity = readIdentity(claims, access.roleClaim);
      return { user: await personOfIdentity(db, identity, timestamp(now())), issuer: claims.iss };
    },
    signOutUrl: provider.signOutUrl,
  };
}

function hash(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/**
 * The user of an identity, created at the first sign-in and updated at each. Never matched by email: at
 * many providers people choose their email, and could take over another person's account.
 * @throws OidcError no-role, no-email, email-taken, disabled
 */
async function personOfIdentity(
  db: LedgerDb,
  identity: OidcIdentity,
  now: string,
): Promise<UserRow> {
  const { email, role, name } = identity;
  if (role === null) {
    const known = await findUserBySubject(db, identity);
    if (known) await removeSessionsOf(db, known.id);
    throw new OidcError('no-role');
  }
  if (email === null) throw new OidcError('no-email');
  return db.transaction().execute(async (trx) => {
    const known = await findUserBySubject(trx, identity);
    if (!known) {
      const user = await addUser(trx, { email, name, role, password_hash: null }, now);
      if (!user) throw new OidcError('email-taken');
      await addSubject(trx, identity, user.id);
      return user;
    }
    if (known.disabled_at !== null) throw new OidcError('disabled');
    if (known.role !== role) await removeSessionsOf(trx, known.id);
    const holder = await findUserByEmail(trx, email);
    const free = !holder || holder.id === known.id;
    const change = { name, role, email: free ? normalizeEmail(email) : known.email };
    return refreshUser(trx, known.id, change);
  });
}

import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import type { OidcAccess } from '../config/config.ts';
import {
  addOidcAttempt,
  addOidcSignOut,
  addSubject,
  attemptLivesFor,
  findUserBySubject,
  type OidcAttemptRow,
  refreshUser,
  signOutLivesFor,
  takeOidcAttempt,
  takeOidcSignOut,
} from '../ledger/people/oidc.ts';
import { removeSessionsOf } from '../ledger/people/sessions.ts';
import { addUser, findUserByEmail, normalizeEmail, type UserRow } from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { createSeal, type Secrets } from '../lib/sealed.ts';
import { timestamp } from '../lib/timestamp.ts';
import { OidcError } from './oidc-error.ts';
import type { OidcIdentity } from './oidc-identity.ts';
import { readIdentity } from './oidc-identity.ts';
import { createOidcProvider, type OidcProof } from './oidc-provider.ts';

export type Oidc = {
  /**
   * Starts an attempt: the provider's URL, and an id for this browser's cookie, of which the ledger has the hash.
   * @throws OidcError
   */
  start(
    next: string | null,
    purpose?: 'sign-in' | 'step-up',
  ): Promise<{ url: string; id: string; id_hash: string }>;
  /** Takes the attempt of this cookie id and this `state`, once; null when it is unknown or expired. */
  take(id: string | undefined, query: string): Promise<OidcAttemptRow | null>;
  /** The person who signed in with this attempt, created or updated. @throws OidcError */
  person(attempt: OidcAttemptRow, query: string): Promise<OidcPerson>;
  /**
   * Checks that this person has just signed in at the provider for this attempt, as strongly as OIDC_STEP_UP_ACR
   * asks.
   * @param asked_at when the challenge was made, ISO 8601
   * @throws OidcError
   */
  prove(
    attempt: OidcAttemptRow,
    query: string,
    challenge: { user_id: string; asked_at: string },
  ): Promise<void>;
  /**
   * Where the browser signs out at the provider, with the id of its cookie; null when the provider has no sign-out.
   * With an id token that is Giro's own address, which leads on: no script of the page reads the token.
   * @throws OidcError unreachable
   */
  beginSignOut(id_token_sealed: string | null): Promise<{ url: string; id: string | null } | null>;
  /**
   * The provider's sign-out URL with the id token, for the id in the cookie, once; null when that is unknown or
   * expired. @throws OidcError unreachable
   */
  finishSignOut(id: string | undefined): Promise<string | null>;
};

type OidcPerson = {
  user: UserRow;
  issuer: string;
  /** The id token, encrypted; null when it is too long for the URL of a sign-out. */
  id_token_sealed: string | null;
};

/** With the other parameters the URL stays below 2,048 characters, which every server and proxy takes. */
const maxIdTokenLength = 1_800;

/**
 * Sign-in with an OpenID provider: authorization code flow with PKCE, state and nonce. Attempts are in
 * the ledger.
 */
export function createOidc(
  access: OidcAccess,
  { db, now, secrets }: { db: LedgerDb; now: () => number; secrets: Secrets },
): Oidc {
  const provider = createOidcProvider(access, now);
  // A token of another provider or client is none for this one.
  const seal = createSeal(secrets, 'id token', `${access.issuer} ${access.clientId}`);

  return {
    async start(next, purpose) {
      const { url, ...secrets } = await provider.ask(purpose);
      const id = newId();
      const id_hash = hash(id);
      const attempt = { ...secrets, id_hash, next, created_at: timestamp(now()) };
      await addOidcAttempt(db, attempt, timestamp(now() - attemptLivesFor));
      return { url, id, id_hash };
    },
    async take(id, query) {
      const state = new URLSearchParams(query).get('state');
      if (id === undefined || state === null) return null;
      const startedAfter = timestamp(now() - attemptLivesFor);
      return takeOidcAttempt(db, { id_hash: hash(id), state, startedAfter });
    },
    async person(attempt, query) {
      const { claims, id_token } = await provider.claims(query, attempt);
      const identity = readIdentity(claims, access.roleClaim);
      const user = await personOfIdentity(db, identity, timestamp(now()));
      const id_token_sealed = id_token.length > maxIdTokenLength ? null : seal.seal(id_token);
      return { user, issuer: claims.iss, id_token_sealed };
    },
    async prove(attempt, query, { user_id, asked_at }) {
      const claims = await provider.proof(query, attempt);
      const user = await findUserBySubject(db, { issuer: claims.iss, subject: claims.sub });
      const fault =
        user?.id === user_id
          ? proofFault(claims, access.stepUpAcr, Date.parse(asked_at), now())
          : 'another-person';
      if (fault !== null) throw new OidcError('failed', { code: fault });
    },
    async beginSignOut(id_token_sealed) {
      const url = await provider.signOutUrl(null);
      if (url === null) return null;
      if (id_token_sealed === null) return { url, id: null };
      const id = newId();
      const signOut = { id_hash: hash(id), id_token_sealed, created_at: timestamp(now()) };
      await addOidcSignOut(db, signOut, timestamp(now() - signOutLivesFor));
      return { url: new URL(apiPaths.oidcSignOut, access.publicOrigin).href, id };
    },
    async finishSignOut(id) {
      if (id === undefined) return null;
      const sealed = await takeOidcSignOut(db, hash(id), timestamp(now() - signOutLivesFor));
      return sealed === null ? null : provider.signOutUrl(seal.unseal(sealed));
    },
  };
}

const newId = () => randomBytes(32).toString('base64url');

/** How far the provider's clock may be from ours. */
const toleratedSeconds = 30;
const proofClaims = z.object({ auth_time: z.number() });

/** Why the claims of a signed id token are no new proof, or null. @param asked_at, now milliseconds since 1970 */
export function proofFault(
  claims: OidcProof,
  stepUpAcr: readonly string[],
  asked_at: number,
  now: number,
): string | null {
  const { data } = z.safeParse(proofClaims, claims);
  if (!data) return 'no-auth-time';
  if (data.auth_time < asked_at / 1_000 - toleratedSeconds) return 'signed-in-before';
  if (data.auth_time > now / 1_000 + toleratedSeconds) return 'signed-in-in-the-future';
  const isStrong = stepUpAcr.length === 0 || stepUpAcr.some((acr) => acr === claims.acr);
  return isStrong ? null : 'other-acr';
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

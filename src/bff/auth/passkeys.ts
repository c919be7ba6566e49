import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type NewPasskey,
  type PasskeyAssertion,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  passkeyTimeoutMs,
} from '../../contract/api/passkeys.ts';
import {
  addPasskeyChallenge,
  findPasskey,
  markPasskeyUsed,
  type PasskeyRow,
  passkeysOf,
  purgePasskeyChallenges,
  takePasskeyChallenge,
} from '../ledger/people/passkeys.ts';
import { findUser, type UserRow } from '../ledger/people/users.ts';
import type { FactorProof, PasskeyPurpose } from '../ledger/store/people-schema.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { type RelyingParty, relyingParty } from './relying-party.ts';

/** Why a signature is refused; `counter`: the passkey may have been copied. */
type PasskeyRefusal = 'unknown' | 'counter' | 'invalid';
type PasskeyVerdict = { ok: true; passkey: PasskeyRow } | { ok: false; reason: PasskeyRefusal };

export type Passkeys = ReturnType<typeof createPasskeys>;

type Deps = {
  db: LedgerDb;
  /** PUBLIC_ORIGIN: where passkeys are made and work. Never a header of a request. */
  publicOrigin: string | null;
  /** What the device shows beside a new passkey. */
  name: string;
  log: Record<'warn', (fields: object, message: string) => void>;
  /** Milliseconds since 1970, by the clock that all instances share. */
  now: () => Promise<number>;
};

/** Who a challenge is for: the hash of a session, or of the cookie of a browser that signs in. */
type Holder = { user_id: string | null; holder_hash: string };

/** What is known of a passkey when it is made. */
type MadePasskey = Pick<PasskeyRow, 'id' | 'public_key' | 'counter' | 'transports'>;

/** What the person proved before the passkey was made. */
type AddedBy = Pick<PasskeyRow, 'added_by'>;

/**
 * Passkeys (WebAuthn level 3), always with user verification: one is two factors. A challenge works once, for
 * 5 minutes, for one purpose and for who asked. Every function but `purgeExpired` throws ProblemError
 * passkeys-off where PUBLIC_ORIGIN allows none.
 */
export function createPasskeys(deps: Deps) {
  const { db, publicOrigin, name, now } = deps;
  const party = relyingParty(publicOrigin);
  const challenges = createChallenges(db, now);
  const { verify, bindProof, verifyProof } = createProofs(deps, party);

  return {
    /** Where passkeys work; null where the operator has to set PUBLIC_ORIGIN to https. */
    origin: party?.origin ?? null,
    bindProof,
    verifyProof,

    /** Options to sign in, the same for every visitor: the device knows its passkeys. */
    async signInOptions(holder_hash: string): Promise<PasskeyRequestOptions> {
      const { id } = required(party);
      return requestOptions(id, await challenges.make('sign-in', { user_id: null, holder_hash }));
    },
    /**
     * Who signs in.
     * @throws ProblemError passkey-unknown if nobody has this passkey any more, so that the device offers it no
     *   more; else passkey-refused, in the same way whatever the reason
     */
    async signIn(assertion: PasskeyAssertion, holder_hash: string): Promise<UserRow> {
      required(party);
      const holder = { user_id: null, holder_hash };
      const { challenge } = await challenges.take(assertion.response, 'sign-in', holder);
      const verdict = await verify(assertion, challenge);
      if (!verdict.ok && verdict.reason === 'unknown') throw new ProblemError('passkey-unknown');
      if (!verdict.ok) throw refused();
      const { user_id } = verdict.passkey;
      const isTheirs = assertion.response.userHandle === handleOf(user_id);
      const user = await findUser(db, user_id);
      // Without a password, an OpenID provider decides who signs in.
      const mayEnter = user?.disabled_at === null && user.password_hash !== null;
      if (!isTheirs || !user || !mayEnter) throw refused();
      return user;
    },

    /** Options for a proof of a person, with a challenge of the ledger. */
    async proofOptions(user_id: string, holder_hash: string): Promise<PasskeyRequestOptions> {
      required(party);
      return bindProof(user_id, await challenges.make('prove', { user_id, holder_hash }));
    },
    /** Checks a proof by `proofOptions`. @returns the passkey that signed @throws ProblemError passkey-refused */
    async prove(user_id: string, holder_hash: string, assertion: PasskeyAssertion) {
      required(party);
      const holder = { user_id, holder_hash };
      const { challenge } = await challenges.take(assertion.response, 'prove', holder);
      const verdict = await verifyProof(user_id, assertion, challenge);
      if (!verdict.ok) throw refused();
      return verdict.passkey;
    },

    /** Options to make a passkey: one that the device finds by itself, with user verification. */
    async addOptions(
      user: UserRow,
      holder_hash: string,
      added_by: FactorProof,
    ): Promise<PasskeyCreationOptions> {
      const rp = { id: required(party).id, name };
      const challenge = await challenges.make('add', { user_id: user.id, holder_hash }, added_by);
      return creationOptions(rp, user, challenge, await passkeysOf(db, user.id));
    },
    /** Checks a new passkey by `addOptions`. @throws ProblemError passkey-refused */
    async made(
      user: UserRow,
      holder_hash: string,
      made: NewPasskey,
    ): Promise<MadePasskey & AddedBy> {
      const own = required(party);
      const holder = { user_id: user.id, holder_hash };
      const { challenge, added_by } = await challenges.take(made.response, 'add', holder);
      const passkey = await passkeyIn(made, challenge, own);
      if (!passkey || added_by === null) throw refused();
      return { ...passkey, added_by };
    },

    purgeExpired: challenges.purgeExpired,
  };
}

/** What people prove by a signature, and of whom. */
function createProofs({ db, log, now }: Deps, party: RelyingParty | null) {
  /** Verifies a signature of the challenge, and notes the use of the passkey. */
  async function verify(assertion: PasskeyAssertion, challenge: string): Promise<PasskeyVerdict> {
    const own = required(party);
    const passkey = await findPasskey(db, assertion.id);
    if (!passkey) return { ok: false, reason: 'unknown' };
    const signed = await counterIn(assertion, challenge, passkey, own);
    if (signed === null) return { ok: false, reason: 'invalid' };
    // A passkey of several devices does not count: 0 each time.
    const hasMoved = signed > passkey.counter || (signed === 0 && passkey.counter === 0);
    const used_at = timestamp(await now());
    if (!hasMoved || !(await markPasskeyUsed(db, passkey, signed, used_at))) {
      log.warn({ user_id: passkey.user_id }, 'passkey: its counter went back, it may be a copy');
      return { ok: false, reason: 'counter' };
    }
    return { ok: true, passkey: { ...passkey, counter: signed, used_at } };
  }

  return {
    verify,
    /**
     * Options for a proof of a person whose challenge the caller makes, keeps and uses once: for what must be
     * proved of exactly one thing, such as a transfer.
     * @param challenge base64url
     * @param counts which of the person's passkeys are asked for; all of them if it is left out
     */
    async bindProof(
      user_id: string,
      challenge: string,
      counts: (passkey: PasskeyRow) => boolean = () => true,
    ): Promise<PasskeyRequestOptions> {
      const { id: rpId } = required(party);
      const own = await passkeysOf(db, user_id);
      return {
        ...requestOptions(rpId, challenge),
        allowCredentials: own.filter(counts).map(described),
      };
    },
    /**
     * Verifies a proof by `bindProof`: a signature of exactly this challenge, by a passkey of this person.
     * The caller makes sure that the challenge is used once and not late.
     */
    async verifyProof(
      user_id: string,
      assertion: PasskeyAssertion,
      challenge: string,
    ): Promise<PasskeyVerdict> {
      required(party);
      const passkey = await findPasskey(db, assertion.id);
      if (passkey?.user_id !== user_id) return { ok: false, reason: 'unknown' };
      return verify(assertion, challenge);
    },
  };
}

/** What browsers were asked to sign, in the ledger. */
function createChallenges(db: LedgerDb, now: Deps['now']) {
  const oldest = async () => timestamp((await now()) - passkeyTimeoutMs);
  return {
    async make(
      purpose: PasskeyPurpose,
      holder: Holder,
      added_by: FactorProof | null = null,
    ): Promise<string> {
      const challenge = randomBytes(32).toString('base64url');
      const created_at = timestamp(await now());
      const challenge_hash = hashOf(challenge);
      await addPasskeyChallenge(db, { challenge_hash, purpose, ...holder, created_at, added_by });
      return challenge;
    },
    /** The challenge that was signed, once. @throws ProblemError passkey-refused if it was not asked for */
    async take(response: { clientDataJSON: string }, purpose: PasskeyPurpose, holder: Holder) {
      const challenge = challengeIn(response.clientDataJSON);
      const challenge_hash = hashOf(challenge);
      const asked = { challenge_hash, purpose, ...holder, createdAfter: await oldest() };
      const taken = await takePasskeyChallenge(db, asked);
      if (!taken) throw refused();
      return { challenge, ...taken };
    },
    async purgeExpired() {
      await purgePasskeyChallenges(db, await oldest());
    },
  };
}

const refused = () => new ProblemError('passkey-refused');

/** @throws ProblemError passkeys-off */
function required(party: RelyingParty | null): RelyingParty {
  if (!party) throw new ProblemError('passkeys-off');
  return party;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The handle that passkeys carry: the person's id, which says nothing about them. */
const handleOf = (user_id: string) => Buffer.from(user_id).toString('base64url');

const clientData = z.object({
  challenge: z.string().check(z.minLength(20), z.maxLength(100)),
  crossOrigin: z.optional(z.literal(false)),
});

/** The challenge in the signed data. @throws ProblemError passkey-refused, also for a page inside another */
function challengeIn(clientDataJSON: string): string {
  const text = Buffer.from(clientDataJSON, 'base64url').toString();
  try {
    return clientData.parse(JSON.parse(text)).challenge;
  } catch {
    throw refused();
  }
}

const described = ({ id, transports }: Pick<PasskeyRow, 'id' | 'transports'>) => ({
  ...{ id, type: 'public-key' as const },
  transports: transportsIn(transports),
});

const transportsIn = (json: string) => z.array(z.string()).parse(JSON.parse(json));

const requestOptions = (rpId: string, challenge: string) => ({
  ...{ challenge, rpId, timeout: passkeyTimeoutMs },
  userVerification: 'required' as const,
});

/** EdDSA, ES256 and RS256: what every authenticator has one of. */
const algorithms = [-8, -7, -257];

const creationOptions = (
  rp: { id: string; name: string },
  { id, email, name }: UserRow,
  challenge: string,
  known: PasskeyRow[],
): PasskeyCreationOptions => ({
  ...{ rp, challenge, timeout: passkeyTimeoutMs, attestation: 'none' },
  user: { id: handleOf(id), name: email, displayName: name },
  pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
  excludeCredentials: known.map(described),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
});

/** Imported on demand: only who uses passkeys waits for it. */
const library = () => import('@simplewebauthn/server');

/** The counter of a valid signature by the passkey, or null. */
async function counterIn(
  assertion: PasskeyAssertion,
  expectedChallenge: string,
  { id, public_key }: PasskeyRow,
  { origin, id: expectedRPID }: RelyingParty,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const { userHandle, ...rest } = assertion.response;
  const response = { ...rest, ...(userHandle !== undefined && { userHandle }) };
  try {
    // The library accepts a page inside another.
    if (challengeIn(rest.clientDataJSON) !== expectedChallenge) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response, clientExtensionResults: {} },
      // The counter is compared by the caller, which tells it from other reasons.
      credential: {
        id,
        publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
        counter: 0,
      },
      ...{ expectedChallenge, expectedOrigin: origin, expectedRPID },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** The passkey of a valid registration, or null. */
async function passkeyIn(
  made: NewPasskey,
  expectedChallenge: string,
  { origin, id: expectedRPID }: RelyingParty,
): Promise<MadePasskey | null> {
  const { verifyRegistrationResponse } = await library();
  const { transports = [], ...rest } = made.response;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, response: rest, clientExtensionResults: {} },
      ...{ expectedChallenge, expectedOrigin: origin, expectedRPID },
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    const public_key = Buffer.from(publicKey).toString('base64url');
    return { id, public_key, counter, transports: JSON.stringify(transports) };
  } catch {
    return null;
  }
}

import type { ColumnType, Generated } from 'kysely';
import type { LimitSpan } from '../../../contract/api/limits.ts';
import type { Role } from '../../../contract/api/session.ts';
import type { WholeNumber } from './whole-number.ts';

// The tables of people, of what they sign in with, and of their sessions. Times are ISO 8601 strings in UTC.

export type UsersTable = {
  id: string;
  email: string;
  name: string;
  role: Role;
  password_hash: string | null;
  disabled_at: string | null;
  created_at: string;
  /** How long the person wants their transfers held before they are sent; null: as the operator says. */
  hold_seconds: ColumnType<number | null, number | null | undefined, number | null>;
};

export type SessionsTable = {
  /** SHA-256 of the id in the cookie, so that a leaked store gives nobody a session. */
  id_hash: string;
  user_id: string;
  /** The OpenID provider of the sign-in; null for a sign-in with a password. */
  issuer: string | null;
  /** The id token of the sign-in there, encrypted with GIRO_SECRET: it names the person to the provider at the sign-out. */
  id_token_sealed: string | null;
  /** Words such as `Chrome` and `Android`, never the raw User-Agent; null if they are not known. */
  browser: string | null;
  system: string | null;
  created_at: string;
  seen_at: string;
  /** How the person proved who they are beside the password, such as `totp`; null if they did not. */
  second_factor: string | null;
  second_factor_at: string | null;
};

/** Links by which people set a forgotten password anew; a used one is deleted. */
export type PasswordLinksTable = {
  /** SHA-256 of the token in the link. */
  token_hash: string;
  user_id: string;
  created_at: string;
};

/** What people sign in with in place of a password: key pairs whose private part their devices keep. */
export type PasskeysTable = {
  /** The credential's id, base64url. */
  id: string;
  user_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Of signatures, as the authenticator said last; 0 if it does not count. */
  counter: WholeNumber;
  /** How the authenticator can be reached, as a JSON array. */
  transports: string;
  /** By which the person knows it again. */
  name: string;
  created_at: string;
  used_at: string | null;
  added_by: FactorProof;
};

/**
 * What a person showed to add a second factor. `new_factor` is one that does not confirm large transfers yet, `factor`
 * one that does.
 */
export type FactorProof = 'password' | 'recovery_code' | 'new_factor' | 'factor';

/** What a browser was asked to sign with a passkey; a used one is deleted. */
export type PasskeyChallengesTable = {
  /** SHA-256 of the challenge. */
  challenge_hash: string;
  purpose: PasskeyPurpose;
  /** SHA-256 of the session, or of the cookie of a browser that signs in. */
  holder_hash: string;
  /** Null for a sign-in: the passkey says whose it is. */
  user_id: string | null;
  created_at: string;
  /** Of the passkey that is to be added; null for other purposes. */
  added_by: FactorProof | null;
};

/** Why a passkey is asked for: to sign in, to add one, or to prove again who is there. */
export type PasskeyPurpose = 'sign-in' | 'add' | 'prove';

/** Authenticator apps, their secrets encrypted with GIRO_SECRET. A pending one waits for its first code. */
export type TotpFactorsTable = {
  user_id: string;
  /** The confirmed app: null until there is one, like the next two and `added_by`. */
  sealed: string | null;
  confirmed_at: string | null;
  /** Number of the 30 s since 1970 of the latest accepted code. */
  last_step: number | null;
  pending_sealed: string | null;
  pending_at: string | null;
  added_by: FactorProof | null;
  pending_added_by: FactorProof | null;
};

/** A used recovery code is deleted. */
export type RecoveryCodesTable = {
  /** SHA-256 of person and code. */
  code_hash: string;
  user_id: string;
  created_at: string;
};

/** Sign-ins with a right password that wait for a second factor. They are no sessions. */
export type SignInChallengesTable = {
  /** SHA-256 of the id in the cookie. */
  id_hash: string;
  user_id: string;
  /** SHA-256 of the password's hash. */
  password_mark: string;
  created_at: string;
};

/** Questions to a person whether it is them, each for exactly one transfer. */
export type StepUpChallengesTable = {
  /** SHA-256 of the id that the browser has. */
  id_hash: string;
  user_id: string;
  session_hash: string;
  /** The idempotency key of the transfer. */
  send_key: string;
  /** Hash of what is sent, and of the recipient's details as they were shown. */
  body_hash: string;
  tries: Generated<number>;
  /** The hash of the id of the sign-in at the OpenID provider that was begun for it. */
  oidc_attempt: string | null;
  /** How the person answered. */
  method: string | null;
  created_at: string;
  proven_at: string | null;
  /** When a transfer was sent with it: it works once. */
  used_at: string | null;
};

/** Links by which invited people set their first password; an accepted one is deleted. */
export type InvitationsTable = {
  user_id: string;
  /** SHA-256 of the token in the link. */
  token_hash: string;
  created_at: string;
};

/** A person's identity at an OpenID provider. */
export type OidcSubjectsTable = { issuer: string; subject: string; user_id: string };

/** Sign-ins that wait for the provider's callback. */
export type OidcAttemptsTable = {
  /** SHA-256 of the id in the cookie. */
  id_hash: string;
  state: string;
  nonce: string;
  code_verifier: string;
  next: string | null;
  created_at: string;
};

/** Sign-outs in Giro whose browser is on its way to the provider's. */
export type OidcSignOutsTable = {
  /** SHA-256 of the id in the cookie. */
  id_hash: string;
  id_token_sealed: string;
  created_at: string;
};

/** Filters that a person saved under a name. */
export type SavedViewsTable = {
  /** A UUID made by the browser. */
  id: string;
  user_id: string;
  name: string;
  /** 1 for a view that everybody in support may open. */
  shared: number;
  /** Page and filters, as JSON. They may name people. */
  filters: string;
  created_at: string;
};

/** What senders wrote on their transfers, for themselves. The service never gets it. */
export type TransferNotesTable = {
  /** The key of the send, or the id of a transfer that no send made. One is never the other. */
  subject: string;
  user_id: string;
  note: string | null;
  reference: string | null;
  /** Both as a search compares them. */
  note_words: string | null;
  reference_words: string | null;
  /** Rises with each change, also when both are removed. */
  revision: number;
  updated_at: string;
};

/** A limit that an admin gave a person in place of the operator's. */
export type PersonLimitsTable = {
  user_id: string;
  currency: string;
  span: LimitSpan;
  /** In subunits of the currency; null: the operator's. */
  amount: string | null;
  /** The raised one, in force from `next_at` (ISO 8601) on; null: the operator's. */
  next_amount: string | null;
  /** Null: `amount` stays. */
  next_at: string | null;
  updated_at: string;
};

/** A browser that takes push messages for a person. */
export type PushDevicesTable = {
  id: string;
  user_id: string;
  /** SHA-256 of the session that last renewed it: the sign-out of that session deletes it. */
  session_hash: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  renewed_at: string;
};

import * as z from 'zod/mini';
import { ownAccount } from './own-account.ts';
import { newCodes, ownProof } from './second-factor.ts';
import { typedText } from './typed-text.ts';

/**
 * Paths of the calls about passkeys. Those of a sign-in are below the session's path, where the browser sends the
 * cookies of a known device and of a begun sign-in.
 */
export const passkeyPaths = {
  signInOptions: '/api/session/passkey/options',
  signIn: '/api/session/passkey',
  own: '/api/session/passkeys',
  proofOptions: '/api/session/passkeys/proof',
  addOptions: '/api/session/passkeys/options',
  /** The second step of a sign-in with a password. */
  secondStepOptions: '/api/session/second-factor/passkey/options',
  secondStep: '/api/session/second-factor/passkey',
} as const;

/** How long a challenge can be answered, in milliseconds. */
export const passkeyTimeoutMs = 5 * 60_000;
export const maxPasskeys = 20;
export const maxPasskeyNameLength = 60;

const base64url = z.string().check(z.maxLength(20_000), z.regex(/^[\w-]+$/));
const credentialId = z.string().check(z.maxLength(1_400), z.regex(/^[\w-]+$/));
const transports = z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10));
const credentials = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports }),
);

/** What the browser asks a passkey for (WebAuthn level 3, PublicKeyCredentialRequestOptionsJSON). */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  /** A sign-in names none, so that its options tell nothing about anybody. */
  allowCredentials: z.exactOptional(credentials),
});
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>;

/** What the browser makes a passkey by (PublicKeyCredentialCreationOptionsJSON). */
export const passkeyCreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: credentials,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>;

/** A signature by a passkey (AuthenticationResponseJSON), without what the BFF does not read. */
export const passkeyAssertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** A new passkey (RegistrationResponseJSON), without what the BFF does not read. */
const newPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(transports),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;

const passkeyName = typedText('name', maxPasskeyNameLength).check(z.minLength(1));

/** Who is there: as for other second factors, or a signature by a passkey. */
export const passkeyProof = z.union([ownProof, z.strictObject({ passkey: passkeyAssertion })]);
export type PasskeyProof = z.infer<typeof passkeyProof>;

/** The body of POST /api/session/passkey, and of the second step. */
export const passkeySignInRequest = z.object({ passkey: passkeyAssertion });

/** The body of POST /api/session/passkeys/options. */
export const passkeyAddOptionsRequest = z.object({ proof: passkeyProof });

/** The body of POST /api/session/passkeys: a new passkey by these options. */
export const passkeyAddRequest = z.object({ name: passkeyName, passkey: newPasskey });

/** The body of PUT /api/session/passkeys. */
export const passkeyRenameRequest = z.object({ id: credentialId, name: passkeyName });
export type PasskeyRenameRequest = z.infer<typeof passkeyRenameRequest>;

/** The body of DELETE /api/session/passkeys. */
export const passkeyRemoveRequest = z.object({ id: credentialId, proof: passkeyProof });

/** The answer of POST /api/session/passkeys. */
export const addedPasskey = z.object({ account: ownAccount, recovery_codes: newCodes });
export type AddedPasskey = z.infer<typeof addedPasskey>;

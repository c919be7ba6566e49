import * as z from 'zod/mini';
import { apiPaths } from './paths.ts';
import { session } from './session.ts';
import { typedText } from './typed-text.ts';
import { instant } from './wire.ts';

/** Paths below the session's, because the browser sends the cookie of a known device only there. */
export const factorPaths = {
  /** The second step of a sign-in: what is asked, a code, or a first authenticator app. */
  signIn: apiPaths.secondFactor,
  signInTotp: '/api/session/second-factor/totp',
  /** What a signed-in person looks after. */
  own: apiPaths.ownFactors,
  totp: '/api/session/factors/totp',
  recoveryCodes: '/api/session/factors/recovery-codes',
} as const;

/** The second factors that are codes. */
const codeMethods = ['totp', 'recovery_code'] as const;
export type CodeMethod = (typeof codeMethods)[number];

const code = typedText('code', 40).check(z.minLength(1));

/** How long a sign-in waits for its second step, in minutes. */
export const challengeMinutes = 10;
/** How long a new authenticator app waits for its first code, in minutes. */
export const enrolmentMinutes = 15;

/** The body of POST /api/session/second-factor. */
export const secondFactorRequest = z.object({ method: z.enum(codeMethods), code });
export type SecondFactorRequest = z.infer<typeof secondFactorRequest>;

/** The body of PUT of a new authenticator app: its first code. */
export const totpConfirmation = z.object({ code });
export type TotpConfirmation = z.infer<typeof totpConfirmation>;

/**
 * Proof of a signed-in person who changes their second factors: a code of the app, or a recovery code. The password
 * counts while they have none.
 */
export const ownProof = z.union([
  z.strictObject({ password: z.string().check(z.minLength(1), z.maxLength(1_024)) }),
  z.strictObject({ code }),
  z.strictObject({ recovery_code: code }),
]);
export type OwnProof = z.infer<typeof ownProof>;

/** A new authenticator app that waits for its first code. */
export const totpEnrolment = z.object({
  /** In base32, to type. */
  secret: z.string(),
  /** The same with its names, for an app on this device. */
  uri: z.string(),
  /** The same as a QR code: modules a side with the quiet zone, and the dark ones as an SVG path of that size. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type TotpEnrolment = z.infer<typeof totpEnrolment>;

/** Recovery codes, shown only in this answer; null if the person's old ones go on. */
export const newCodes = z.nullable(z.array(z.string()));

/** The answer of PUT /api/session/second-factor/totp: the session, as of a sign-in. */
export const enrolledSession = z.object({ ...session.shape, recovery_codes: newCodes });
export type EnrolledSession = z.infer<typeof enrolledSession>;

/** From when a new second factor confirms large transfers; null if it does, or none needs it from this person. */
const countsFrom = z.nullable(instant);

/** The answer of GET /api/session/factors. */
export const ownFactors = z.object({
  /** False for a person of an OpenID provider, who has their second factor there. */
  available: z.boolean(),
  /** True if the person's role may not do without one. */
  required: z.boolean(),
  totp: z.nullable(z.object({ since: instant, counts_from: countsFrom })),
  /** How many passkeys the person has: each is a second factor too. */
  passkeys: z.int(),
  /** How many recovery codes are left. */
  recovery_codes: z.int(),
});
export type OwnFactors = z.infer<typeof ownFactors>;

/** The answer of each change of a person's second factors. */
export const changedFactors = z.object({ factors: ownFactors, recovery_codes: newCodes });
export type ChangedFactors = z.infer<typeof changedFactors>;

import * as z from 'zod/mini';
import { isUnreadable } from '../text.ts';
import { typedText } from './typed-text.ts';
import { instant } from './wire.ts';

/**
 * Paths of the calls about one's own account: apart from the others, so that no other page loads them. Below the
 * session's path, because the browser sends the cookie of a known device only there.
 */
export const accountPaths = {
  password: '/api/session/password',
  passwordLink: '/api/session/password-link',
  passwordReset: '/api/session/password-reset',
  acceptInvitation: '/api/session/invitation',
  checkInvitation: '/api/session/invitation/check',
  sessions: '/api/sessions',
} as const;

/** The fewest characters of a new password, on the command line too. */
export const minPasswordLength = 12;
/** The most, which a sign-in accepts too. */
export const maxPasswordLength = 1_024;

/** A password that is to be set. */
export const newPassword = typedText('password', maxPasswordLength).check(
  z.minLength(minPasswordLength),
  z.refine((text) => !isUnreadable(text), 'has characters that can’t be read'),
);

/** The body of PUT /api/session/password. */
export const passwordRequest = z.object({
  current_password: z.string().check(z.minLength(1), z.maxLength(maxPasswordLength)),
  new_password: newPassword,
});
export type PasswordRequest = z.infer<typeof passwordRequest>;

export const maxNameLength = 100;

/** The body of PUT /api/session/account: the name that others are shown. */
export const nameRequest = z.object({
  name: typedText('name', maxNameLength).check(z.minLength(1)),
});
export type NameRequest = z.infer<typeof nameRequest>;

const ownSession = z.object({
  /** Names the session when it is ended; nobody can sign in with it. */
  id: z.string(),
  /** Two short words such as `Chrome` and `Android`; null if the browser did not say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  created_at: instant,
  seen_at: instant,
  /** How the person signed in; null for what is no longer known, once they confirmed again in the session. */
  signed_in_by: z.nullable(z.enum(['password', 'code', 'passkey', 'organisation'])),
  /** True for the session that asks. */
  is_current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

const ownPasskey = z.object({
  /** The credential's id: names the passkey when it is renamed or removed. */
  id: z.string(),
  name: z.string(),
  created_at: instant,
  used_at: z.nullable(instant),
  /** From when it confirms large transfers; null if it does, or none needs it from this person. */
  counts_from: z.nullable(instant),
});
export type OwnPasskey = z.infer<typeof ownPasskey>;

/** The answer of GET /api/session/account, and of each change of password, sessions or passkeys. */
export const ownAccount = z.object({
  /** False for a person of an OpenID provider, who looks after their account there. */
  has_password: z.boolean(),
  /** The person's open sessions: this one first, then the one used last. */
  sessions: z.array(ownSession),
  /** The person's passkeys, the oldest first. */
  passkeys: z.array(ownPasskey),
});
export type OwnAccount = z.infer<typeof ownAccount>;

/** The body of DELETE /api/sessions: one session of the person, or all but the one that asks. */
export const endSessionsRequest = z.union([
  z.strictObject({ id: z.string().check(z.maxLength(100)) }),
  z.strictObject({ others: z.literal(true) }),
]);
export type EndSessionsRequest = z.infer<typeof endSessionsRequest>;

/** The body of POST /api/session/password-link: who forgot their password. */
export const passwordLinkRequest = z.object({
  email: typedText('email', 320).check(z.minLength(1)),
});
export type PasswordLinkRequest = z.infer<typeof passwordLinkRequest>;

/** How long the link in the mail works, in minutes. */
export const passwordLinkMinutes = 20;

/** The body of POST /api/session/password-reset: the token of the link, and the new password. */
export const passwordResetRequest = z.object({
  token: z.string().check(z.maxLength(100)),
  new_password: newPassword,
});
export type PasswordResetRequest = z.infer<typeof passwordResetRequest>;

/** How long an invitation works, in days: it may arrive before a weekend or a holiday. */
export const invitationDays = 7;

/** The body of POST /api/session/invitation: the token of the link, and the password to sign in with. */
export const acceptRequest = z.object({
  token: z.string().check(z.maxLength(100)),
  new_password: newPassword,
});
/** The body of POST /api/session/invitation/check. The answer is 204 while the link works, and 404 afterwards. */
export const invitationRequest = z.object({ token: acceptRequest.shape.token });

export type AcceptRequest = z.infer<typeof acceptRequest>;

import * as z from 'zod/mini';
import { countryFieldRules } from '../bank-codes.ts';

/** Who sends money, and who finds what was sent. */
export const roles = ['sender', 'support'] as const;
export type Role = (typeof roles)[number];

const user = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
});
export type User = z.infer<typeof user>;

/** POST /api/session. */
export const signInRequest = z.object({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(320)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
});
export type SignInRequest = z.infer<typeof signInRequest>;

/** GET and POST /api/session. */
export const session = z.object({ user });
export type Session = z.infer<typeof session>;

/** DELETE /api/session, with 200, where the browser must sign out at the provider too; otherwise 204. */
export const signedOut = z.object({ end_session_url: z.string().check(z.regex(/^https?:\/\//)) });
export type SignedOut = z.infer<typeof signedOut>;

/** Why a sign-in by OpenID Connect led back to the sign-in page: its parameter `problem`. */
export const oidcProblems = [
  'denied',
  'expired',
  'no-role',
  'no-email',
  'email-taken',
  'disabled',
  'unreachable',
  'too-many',
  'failed',
] as const;
export type OidcProblem = (typeof oidcProblems)[number];

// A browser reads a backslash, or two slashes, as the start of another site's name, and it drops tabs
// and line breaks before it looks; '/.//' comes down to two slashes as well.
const withinGiro = /^(?!\/api\/)(?![^?#]*\/\/)\/[^\\\p{Cc}]*$/u;

/** A page of ours to go on to, after signing in or once something is done. */
export const nextPage = z.string().check(z.maxLength(2_000), z.regex(withinGiro));

/** GET /api/settings: what a page must know of this deployment before anyone signs in. */
export const settings = z.object({
  /** True when nothing moves real money. */
  sandbox: z.boolean(),
  /** Accounts to try the sandbox with; none against a real service. */
  demo_accounts: z.array(
    z.object({ email: z.string(), password: z.string(), role: z.enum(roles) }),
  ),
  country_field_rules: countryFieldRules,
  /** True when people can sign in with their organisation, by OpenID Connect. */
  oidc: z.boolean(),
  /** How people reach the operator's support: an address, a number, an https page; null where there is none. */
  support: z.object({
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    url: z.nullable(z.string()),
  }),
  /** What the operator calls this deployment, and the address of their logo. */
  theme: z.object({ name: z.string(), logo: z.nullable(z.string()) }),
});
export type Settings = z.infer<typeof settings>;

import * as z from 'zod/mini';
import { recordOf, valuesByName } from '../record-of.ts';
import { appLocales } from './languages.ts';

/**
 * The roles: a sender sends money, an approver approves what others send, support looks transfers up and resolves them,
 * an auditor reads what support reads and the audit, an admin looks after people and reads the audit.
 */
export const roles = ['sender', 'approver', 'support', 'auditor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Whom a part of Giro is for. An auditor only reads; an admin neither sends nor looks up. */
export const audiences = [
  'sender',
  'sender-or-approver',
  'support',
  'admin',
  'support-or-auditor',
  'sender-support-or-auditor',
  'sender-approver-support-or-auditor',
  'admin-or-auditor',
] as const;
export type Audience = (typeof audiences)[number];

/** True if the part is for this role: an audience is named by its roles. */
export const isFor = (audience: Audience, role: Role) => audience.split('-').includes(role);

/** True for a role that looks up everybody's transfers. */
export const looksUp = (role: Role) => isFor('support-or-auditor', role);

const user = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
});
export type User = z.infer<typeof user>;

/** The answer of GET /api/session, and of POST when nothing more is asked. */
export const session = z.object({ user });
export type Session = z.infer<typeof session>;

/** The answer of GET /api/session/second-factor, and of POST /api/session when the password is right and a second factor is asked next. */
export const secondFactorAsked = z.object({
  second_factor: z.object({
    /** What the person can show, such as `totp`; empty if they have to add one first. */
    methods: z.array(z.string()),
    /** What they can add now, because their role may not do without; else empty. */
    enrol: z.array(z.string()),
  }),
});
export type SecondFactorAsked = z.infer<typeof secondFactorAsked>;

/** The answer of DELETE /api/session when the browser must sign out at the provider too; otherwise 204. */
export const signedOut = z.object({ end_session_url: z.string().check(z.regex(/^https?:\/\//)) });
export type SignedOut = z.infer<typeof signedOut>;

/** The `problem` parameter of the sign-in page: why a sign-in with OpenID Connect failed. */
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

// Prevents open redirects: browsers treat a backslash or two slashes as the start of another host, drop
// tabs and line breaks before parsing, and reduce '/.//' to two slashes.
const withinGiro = /^(?!\/api\/)(?![^?#]*\/\/)\/[^\\\p{Cc}]*$/u;

/** A same-origin path to continue at, after signing in or finishing a form. */
export const nextPage = z.string().check(z.maxLength(2_000), z.regex(withinGiro));

/** The answer of GET /api/settings: what the app needs to know about this deployment before sign-in. */
export const settings = z.object({
  /** True when the service is the sandbox, so that no real money moves. */
  sandbox: z.boolean(),
  /** Accounts to try the sandbox with; empty with a real service. */
  demo_accounts: z.array(
    z.object({ email: z.string(), password: z.string(), role: z.enum(roles) }),
  ),
  /** By alpha-2 country code: `countryFieldRules` parses the names of the codes, where a form has these fields. */
  country_field_rules: valuesByName(z.array(z.string())),
  /** True while nothing is sent, because the ledger was restored; an older server leaves it out. */
  held: z.optional(z.boolean()),
  /** The currencies in which what a person sends is limited; absent without any. */
  limits: z.optional(z.array(z.string())),
  /** Who approves what is above the operator's figure beside approvers; absent if nothing needs approval. */
  approvals: z.optional(z.object({ by_senders: z.boolean() })),
  /** True when people can sign in through OpenID Connect. */
  oidc: z.boolean(),
  /** True when a link for a forgotten password can be mailed. */
  mail: z.boolean(),
  /** True when passkeys work at PUBLIC_ORIGIN: https, or localhost. */
  passkeys: z.boolean(),
  /** How to reach the operator's support: email address, phone number, https URL; null when not configured. */
  support: z.object({
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    url: z.nullable(z.string()),
  }),
  /** What the operator says of the cost, in each language; left out when not configured. */
  cost_note: z.optional(z.object(recordOf(appLocales, () => z.string()))),
  /** The operator's name for this deployment, and the URL of their logo. */
  theme: z.object({ name: z.string(), logo: z.nullable(z.string()) }),
});
export type Settings = z.infer<typeof settings>;

/** An https URL as people write it: without scheme and final slash. */
export const urlLabel = (url: string) => url.replace(/^https:\/\/|\/$/g, '');

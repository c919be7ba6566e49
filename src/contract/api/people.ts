import * as z from 'zod/mini';
import { nameRequest } from './own-account.ts';
import { roles } from './session.ts';
import { typedText } from './typed-text.ts';
import { instant, maxSearchLength } from './wire.ts';

/** Paths of an admin's calls about people, apart from `apiPaths`, so that no other page loads them. */
export const peoplePaths = {
  role: (user: string) => `/api/people/${user}/role` as const,
  access: (user: string) => `/api/people/${user}/access` as const,
  sessions: (user: string) => `/api/people/${user}/sessions` as const,
  secondFactor: (user: string) => `/api/people/${user}/second-factor` as const,
  invitation: (user: string) => `/api/people/${user}/invitation` as const,
} as const;

/** `invited`: has neither set a password nor signed in at a provider yet. */
export const personStatuses = ['active', 'invited', 'disabled'] as const;
export type PersonStatus = (typeof personStatuses)[number];

/** A person as an admin sees them. */
const person = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  status: z.enum(personStatuses),
  /** True if they sign in at an OpenID provider, which decides name, email, role and second factor. */
  is_provider: z.boolean(),
  created_at: instant,
  /** Until when the invitation works; null without one, or once it has ended. */
  invited_until: z.nullable(instant),
});
export type Person = z.infer<typeof person>;

/** The query of GET /api/people. */
export const peopleQuery = z.object({
  /** Part of a name or email. */
  q: z.optional(typedText('search', maxSearchLength)),
  role: z.optional(z.enum(roles)),
  status: z.optional(z.enum(personStatuses)),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000)), 50),
});
export type PeopleQuery = z.infer<typeof peopleQuery>;

/** The answer of GET /api/people, by name. */
export const people = z.object({
  items: z.array(person),
  /** Those that match. */
  total: z.int(),
  /** True while nobody can approve what needs a second person: none of it is sent. */
  lacks_approvers: z.optional(z.literal(true)),
});
export type People = z.infer<typeof people>;

const personSession = z.object({
  /** Two short words such as `Chrome` and `Android`; null if the browser did not say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  seen_at: instant,
});

/** A mail with a link that did not go out yet, or never will. */
const lateMail = z.object({
  kind: z.enum(['invitation', 'password-link']),
  /** When it was written. */
  since: instant,
  /** `refused`, `no-answer`: by the mail server, and tried again. `address`: the server knows no such address. */
  why: z.enum(['refused', 'no-answer', 'address']),
  /** The server's reply, such as `554 5.7.1`; null without one. */
  code: z.nullable(z.string()),
});
export type LateMail = z.infer<typeof lateMail>;

/** The answer of GET /api/people/:user, and of each change of a person. */
export const personDetail = z.object({
  person,
  /** Open sessions, the one used last first. */
  sessions: z.array(personSession),
  /** True if they have an authenticator app or a passkey. */
  has_second_factor: z.boolean(),
  /** True for the admin who asks. */
  is_self: z.boolean(),
  /** True for the only admin who can sign in: their role and access can't change. */
  is_last_admin: z.boolean(),
  late_mail: z.nullable(lateMail),
});
export type PersonDetail = z.infer<typeof personDetail>;

/**
 * Letters of every script, in the name of a domain too: mail to them is sent with SMTPUTF8, and to the domain's
 * ASCII form. A top-level domain may be an ASCII form itself, such as xn--p1ai.
 */
const emailPattern =
  /^(?![.])(?!.*[.]{2})[\p{L}\p{M}\p{N}_'+.-]*[\p{L}\p{M}\p{N}_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*[.])+(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,})$/iu;

/** The body of POST /api/people. */
export const inviteRequest = z.object({
  email: typedText('email', 320).check(z.regex(emailPattern, 'Invalid email address')),
  name: nameRequest.shape.name,
  role: z.enum(roles),
});
export type InviteRequest = z.infer<typeof inviteRequest>;

/** The answer of POST /api/people and POST /api/people/:user/invitation. */
export const invited = z.object({
  person,
  /** The path and fragment to hand over; null if a mail brings it. It is told once, and kept nowhere. */
  link: z.nullable(z.string()),
});
export type Invited = z.infer<typeof invited>;

/** The body of PUT /api/people/:user/role. */
export const roleRequest = z.object({ role: z.enum(roles) });

/** The body of PUT /api/people/:user/access. */
export const accessRequest = z.object({ disabled: z.boolean() });

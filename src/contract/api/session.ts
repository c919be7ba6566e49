import * as z from 'zod/mini';
import { countryFieldRules } from '../field-rules.ts';

export const roles = ['sender', 'support'] as const;
export type Role = (typeof roles)[number];

export const user = z.object({
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

/** GET /api/settings: what a page must know of this deployment before anyone signs in. */
export const settings = z.object({
  /** True when nothing moves real money. */
  sandbox: z.boolean(),
  /** Accounts to try the sandbox with; none against a real service. */
  demo_accounts: z.array(
    z.object({ email: z.string(), password: z.string(), role: z.enum(roles) }),
  ),
  country_field_rules: countryFieldRules,
});
export type Settings = z.infer<typeof settings>;

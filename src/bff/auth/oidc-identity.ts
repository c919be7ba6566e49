import * as z from 'zod/mini';
import { type Role, roles } from '../../contract/api/session.ts';
import type { OidcClaims } from './oidc-provider.ts';

/** Who the provider says somebody is. The pair of issuer and subject alone tells people apart. */
export type OidcIdentity = {
  issuer: string;
  subject: string;
  /** Null when there is none that is plain, or the provider does not say that it is proven. */
  email: string | null;
  name: string;
  /** Null when the claim is absent, or names no role of ours, or both. */
  role: Role | null;
};

// What reads as one line, from left to right: no control, no mark that turns or hides what is beside it.
const text = z.pipe(
  z.string(),
  z.pipe(
    z.transform((given: string) =>
      given.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\p{Cf}+/gu, ''),
    ),
    z.string().check(z.trim(), z.minLength(1), z.maxLength(320)),
  ),
);
// ASCII alone: no letter of another script that looks like one of them, and nothing unseen.
const emailAddress = z.string().check(z.trim(), z.maxLength(320), z.email());
// Absent is common; a few providers write true as a text.
const proven = z.union([z.undefined(), z.literal(true), z.literal('true')]);

/** Reads the claims. `roleClaim` is a claim's name, or its way through nested ones with dots. */
export function readIdentity(claims: OidcClaims, roleClaim: string): OidcIdentity {
  const isProven = z.safeParse(proven, claims.email_verified).success;
  const email = (isProven && z.safeParse(emailAddress, claims.email).data) || null;
  const name = read(claims.name) ?? read(claims.preferred_username) ?? email ?? '';
  const role = readRole(claimAt(claims, roleClaim));
  return { issuer: claims.iss, subject: claims.sub, email, name, role };
}

function read(claim: unknown): string | null {
  const parsed = z.safeParse(text, claim);
  return parsed.success ? parsed.data : null;
}

/** A name is tried whole before it is split: `https://giro.example/role` is one claim. */
function claimAt(claims: object, path: string): unknown {
  const own = (of: unknown, name: string): unknown =>
    typeof of === 'object' && of !== null
      ? Object.getOwnPropertyDescriptor(of, name)?.value
      : undefined;
  return own(claims, path) ?? path.split('.').reduce<unknown>(own, claims);
}

/** The one role of ours among what the claim holds; two are as good as none, for they part what one may see. */
function readRole(claim: unknown): Role | null {
  const held: unknown[] = Array.isArray(claim) ? claim : [claim];
  const [role, ...more] = roles.filter((known) => held.includes(known));
  return role !== undefined && more.length === 0 ? role : null;
}

import * as z from 'zod/mini';
import { type Role, roles } from '../../contract/api/session.ts';
import { foldText } from '../../contract/text.ts';
import type { OidcClaims } from './oidc-provider.ts';

/** A person as the provider describes them. Only issuer and subject together identify a person. */
export type OidcIdentity = {
  issuer: string;
  subject: string;
  /** Null when the claim is absent, not an ASCII address, or not verified by the provider. */
  email: string | null;
  name: string;
  /** Null unless the claim has exactly one of Giro's roles. */
  role: Role | null;
};

// Folded, so that a name can't add a line or reverse the text around it.
const text = z.string().check(
  z.overwrite((given) => foldText('name', given.toWellFormed())),
  z.minLength(1),
  z.maxLength(320),
);
// ASCII only: no homographs and no invisible characters.
const emailAddress = z.string().check(z.trim(), z.maxLength(320), z.email());
// Many providers omit email_verified, and a few send it as a string.
const proven = z.union([z.undefined(), z.literal(true), z.literal('true')]);

/**
 * Reads the identity from the claims.
 * @param roleClaim a claim's name, or a dotted path to a nested one
 */
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

/** Tries the whole path as a name first: `https://giro.example/role` is one claim. */
function claimAt(claims: object, path: string): unknown {
  const own = (of: unknown, name: string): unknown =>
    typeof of === 'object' && of !== null
      ? Object.getOwnPropertyDescriptor(of, name)?.value
      : undefined;
  return own(claims, path) ?? path.split('.').reduce<unknown>(own, claims);
}

/**
 * The only role of Giro in the claim. Null for two, because it is unclear which one applies. In a list `admin`,
 * `auditor` and `approver` do not count: lists hold roles of other systems too, and theirs are often called so.
 */
function readRole(claim: unknown): Role | null {
  if (!Array.isArray(claim)) return roles.find((known) => known === claim) ?? null;
  const held: unknown[] = claim;
  const [role, ...more] = roles.filter((known) => isOurs(known) && held.includes(known));
  return role !== undefined && more.length === 0 ? role : null;
}

const isOurs = (role: Role) => role === 'sender' || role === 'support';

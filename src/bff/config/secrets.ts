import * as z from 'zod/mini';
import { roles } from '../../contract/api/session.ts';
import type { Secrets } from '../lib/sealed.ts';

const advice = '32 random characters or more, such as from: openssl rand -base64 32';
const secret = (error: string) => z.optional(z.string().check(z.minLength(32, error)));

/** The variables of secrets and second factors. */
const anyRole = `(?:${roles.join('|')})`;
const requiredRoles = new RegExp(`^(?:none|${anyRole}(?:\\s*,\\s*${anyRole})*)$`);

export const secretVariables = {
  GIRO_SECRET: secret(`must have ${advice}`),
  GIRO_SECRET_PREVIOUS: secret('must be the GIRO_SECRET from before, of 32 characters or more'),
  REQUIRE_SECOND_FACTOR: z.optional(
    z
      .string()
      .check(
        z.regex(
          requiredRoles,
          'must be none, or roles with commas between them, such as support,admin',
        ),
      ),
  ),
};

export type SecretAccess = {
  /** GIRO_SECRET; null in the sandbox. */
  secret: string | null;
  /** Opens what an earlier GIRO_SECRET encrypted; null: nothing else does. */
  secretPrevious: string | null;
  /** Roles whose people need a second factor to sign in with a password. */
  requireSecondFactor: ReadonlySet<string>;
};

type Values = z.infer<z.ZodMiniObject<typeof secretVariables>>;

/** Reads these variables. @returns a line for each at fault, or the values */
export function secretAccess(
  { GIRO_SECRET, GIRO_SECRET_PREVIOUS, REQUIRE_SECOND_FACTOR: required }: Values,
  hasService: boolean,
): SecretAccess | string {
  if (hasService && GIRO_SECRET === undefined) {
    return `GIRO_SECRET: missing; a real service needs it. Write ${advice}`;
  }
  if (GIRO_SECRET_PREVIOUS !== undefined && GIRO_SECRET === undefined) {
    return 'GIRO_SECRET: missing; GIRO_SECRET_PREVIOUS only opens what an earlier one encrypted';
  }
  const asked = required ?? (hasService ? 'approver,support,auditor,admin' : 'none');
  return {
    secret: GIRO_SECRET ?? null,
    secretPrevious: GIRO_SECRET_PREVIOUS ?? null,
    requireSecondFactor: new Set(asked === 'none' ? [] : asked.split(/\s*,\s*/)),
  };
}

/** What to do if the ledger was made with another secret. */
export const otherSecretAdvice =
  'this database was made with another one. Set GIRO_SECRET, or GIRO_SECRET_PREVIOUS while you change it, to the one it was made with. If that is lost, run: npm run giro -- secret accept. Then authenticator apps have to be added again, and browsers get new keys for notifications; people, recipients and transfers stay';

/** What encrypts for all instances, the newest first; null in a sandbox without a secret. */
export function secretsOf({
  secret,
  secretPrevious,
}: Pick<SecretAccess, 'secret' | 'secretPrevious'>): Secrets | null {
  if (secret === null) return null;
  return secretPrevious === null ? [secret] : [secret, secretPrevious];
}

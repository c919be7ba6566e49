import { TOTP } from 'otpauth';
import * as z from 'zod/mini';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { factorPaths } from '../../src/contract/api/second-factor.ts';

/** The code that an authenticator app with this secret shows. @param at milliseconds since 1970 */
export const codeAt = (secret: string, at: number) =>
  new TOTP({ secret }).generate({ timestamp: at });

/** Calls the BFF for the signed-in person. */
type Caller = {
  call(method: string, path: string, body?: unknown): Promise<{ body: unknown }>;
};

const step = 30_000;
const enrolment = z.object({ secret: z.string() });
const confirmed = z.object({ recovery_codes: z.array(z.string()) });

/**
 * Adds an authenticator app for the signed-in person.
 * @param at milliseconds since 1970; its code of now is still free
 */
export async function enrolTotp({ call }: Caller, password: string, at?: number) {
  const begun = await call('POST', factorPaths.totp, { password });
  const { secret } = z.parse(enrolment, begun.body);
  // Only now: while the password is checked, the code before could become one too old.
  const now = at ?? Date.now();
  const answer = await call('PUT', factorPaths.totp, { code: codeAt(secret, now - step) });
  return { secret, codes: z.parse(confirmed, answer.body).recovery_codes };
}

/** As if every second factor had been added two days ago: from then on they confirm large transfers. */
export async function ageFactors(db: LedgerDb) {
  const created_at = new Date(Date.now() - 2 * 86_400_000).toISOString();
  await db.updateTable('passkeys').set({ created_at }).execute();
  await db.updateTable('totp_factors').set({ confirmed_at: created_at }).execute();
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import {
  type AttemptRules,
  forgetAttempts,
  purgeExpiredAttempts,
  takeAttempt,
} from '../ledger/rate-limits.ts';
import { normalizeEmail } from '../ledger/users.ts';
import { ProblemError } from '../lib/problem.ts';

type Deps = { config: Pick<Config, 'secret'>; db: LedgerDb; now: () => number };

const minute = 60_000;
const rules: AttemptRules = {
  free: 5,
  wait: minute,
  maxWait: 15 * minute,
  memory: 15 * minute,
};

/** Passwords are checked one at a time: so many wait some ten seconds. */
export const maxWaitingSignIns = 40;

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;

/**
 * Limits how often a password is tried for one e-mail, in all instances together and across restarts.
 * Whether anybody has the e-mail makes no difference, so that being held up tells nothing of it.
 * A device that its person has signed in on is counted alone: what strangers try does not hold it up.
 */
export function createSignInAttempts({ config, db, now }: Deps) {
  // Keyed, for what people type there by mistake can be a password.
  const hmacOf = (text: string) =>
    createHmac('sha256', config.secret ?? 'sandbox')
      .update(text)
      .digest();
  const keyOf = (email: string, device: string | null) => {
    const hmac = hmacOf(normalizeEmail(email)).toString('base64url');
    return device === null ? `sign-in ${hmac}` : `sign-in ${hmac} ${device}`;
  };
  const proofOf = (email: string, device: string) =>
    hmacOf(`device\0${device}\0${normalizeEmail(email)}`);

  return {
    /** Counts a try before it is made. @throws ProblemError too-many-requests when it must wait */
    async take(email: string, device: string | null) {
      const wait = await takeAttempt(db, keyOf(email, device), now(), rules);
      if (wait === 0) return;
      throw new ProblemError('too-many-requests', { retryAfterSeconds: Math.ceil(wait / 1_000) });
    },
    /** The try was right: those before it count no more. */
    forget: (email: string, device: string | null) => forgetAttempts(db, keyOf(email, device)),
    /** The device that a cookie names, or null where none was given for this e-mail. */
    deviceOf(email: string, cookie: string | undefined): string | null {
      const [, device, proof] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
      if (device === undefined || proof === undefined) return null;
      const isProven = timingSafeEqual(Buffer.from(proof, 'base64url'), proofOf(email, device));
      return isProven ? device : null;
    },
    /** The cookie of a device that the person of this e-mail has signed in on; a new one where it was unknown. */
    deviceCookie(email: string, known: string | null): string {
      const device = known ?? randomBytes(16).toString('base64url');
      return `${device}.${proofOf(email, device).toString('base64url')}`;
    },
    purgeExpired: () => purgeExpiredAttempts(db, now()),
  };
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config/config.ts';
import {
  type AttemptRules,
  forgetAttempts,
  purgeExpiredAttempts,
  takeAttempt,
} from '../ledger/people/rate-limits.ts';
import { normalizeEmail } from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';
import { createTurns } from '../lib/turns.ts';

type Deps = { config: Pick<Config, 'secret'>; db: LedgerDb; now: () => number };

const minute = 60_000;
const rules: AttemptRules = {
  free: 5,
  wait: minute,
  maxWait: 15 * minute,
  memory: 15 * minute,
};

const linkRules: AttemptRules = {
  free: 3,
  wait: 5 * minute,
  maxWait: 60 * minute,
  memory: 60 * minute,
};
/** An office shares one network address. */
const addressRules: AttemptRules = { ...linkRules, free: 20, wait: minute };

/** Counted at once, however many strangers ask: signed-in people share the ledger's connections with them. */
const maxCounting = 2;

/** Passwords are checked one at a time, four a second: 40 wait about 10 seconds. More come by flood alone. */
export const signInQueueLimits = { maxWaiting: 400, maxFifoWaiting: 40, maxWaitMs: 15_000 };

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;

/**
 * Limits sign-in attempts for each email, over all instances and restarts. An unknown email is limited
 * too, so that the limit does not tell whether a user exists. A device on which the person has signed in
 * has its own count: attempts of strangers do not block it.
 */
export function createSignInAttempts({ config, db, now }: Deps) {
  // HMAC: people sometimes type their password as the email, so it must not be stored in plain text.
  const hmacOf = (text: string) =>
    createHmac('sha256', config.secret ?? 'sandbox')
      .update(text)
      .digest();
  const keyOf = (email: string, device: string | null) => {
    const hmac = hmacOf(normalizeEmail(email)).toString('base64url');
    return device === null ? `sign-in ${hmac}` : `sign-in ${hmac} ${device}`;
  };
  const codeKeyOf = (user_id: string, device: string | null) =>
    device === null ? `code ${user_id}` : `code ${user_id} ${device}`;
  const proofOf = (whose: string, device: string) =>
    hmacOf(`device\0${device}\0${normalizeEmail(whose)}`);

  const counts = createTurns(maxCounting);

  async function count(key: string, by: AttemptRules) {
    const wait = await counts(() => takeAttempt(db, key, now(), by));
    if (wait === 0) return;
    throw new ProblemError('too-many-requests', { retryAfterSeconds: Math.ceil(wait / 1_000) });
  }

  return {
    /** Counts an attempt before it is made. @throws ProblemError too-many-requests */
    take: (email: string, device: string | null) => count(keyOf(email, device), rules),
    /**
     * Counts a request for a password link, by its network address and for its email, known or not.
     * @throws ProblemError too-many-requests
     */
    async takeLink(email: string, address: string) {
      await count(`link from ${hmacOf(address).toString('base64url')}`, addressRules);
      await count(`link ${hmacOf(normalizeEmail(email)).toString('base64url')}`, linkRules);
    },
    /**
     * Counts a code of a second factor before it is checked, apart from passwords.
     * @throws ProblemError too-many-requests
     */
    takeCode: (user_id: string, device: string | null) => count(codeKeyOf(user_id, device), rules),
    /** Resets the count after a right code. */
    forgetCode: (user_id: string, device: string | null) =>
      forgetAttempts(db, codeKeyOf(user_id, device)),
    /** Resets the count after a right password. */
    forget: (email: string, device: string | null) => forgetAttempts(db, keyOf(email, device)),
    /** The device id of a cookie, or null when it was not issued for this email, or id of a person. */
    deviceOf(whose: string, cookie: string | undefined): string | null {
      const [, device, proof] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
      if (device === undefined || proof === undefined) return null;
      const isProven = timingSafeEqual(Buffer.from(proof, 'base64url'), proofOf(whose, device));
      return isProven ? device : null;
    },
    /** The device cookie for this email or id; creates a device id when none is known. */
    deviceCookie(whose: string, known: string | null): string {
      const device = known ?? randomBytes(16).toString('base64url');
      return `${device}.${proofOf(whose, device).toString('base64url')}`;
    },
    purgeExpired: () => purgeExpiredAttempts(db, now()),
  };
}

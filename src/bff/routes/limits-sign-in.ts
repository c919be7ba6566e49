import { createHmac } from 'node:crypto';
import type { Config } from '../config.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { forgetTries, removeOldTries, type TryRules, takeTry } from '../ledger/rate-limits.ts';
import { foldEmail } from '../ledger/users.ts';
import { ProblemError } from '../problem.ts';

type Deps = { config: Pick<Config, 'secret'>; db: LedgerDb; now: () => number };

const minute = 60_000;
const rules: TryRules = {
  free: 5,
  wait: minute,
  longestWait: 15 * minute,
  memory: 15 * minute,
};

export type SignInTries = ReturnType<typeof signInTries>;

/**
 * Limits how often a password is tried for one e-mail, in all instances together and across restarts.
 * Whether anybody has the e-mail makes no difference, so that being held up tells nothing of it.
 */
export function signInTries({ config, db, now }: Deps) {
  // Keyed, for what people type there by mistake can be a password.
  const keyOf = (email: string) => {
    const hmac = createHmac('sha256', config.secret ?? 'sandbox').update(foldEmail(email));
    return `sign-in ${hmac.digest('base64url')}`;
  };
  return {
    /** Counts a try before it is made. @throws ProblemError too-many-requests when it must wait */
    async take(email: string) {
      const wait = await takeTry(db, keyOf(email), now(), rules);
      if (wait === 0) return;
      throw new ProblemError('too-many-requests', { retryAfterSeconds: Math.ceil(wait / 1_000) });
    },
    /** The try was right: those before it count no more. */
    forget: (email: string) => forgetTries(db, keyOf(email)),
    sweep: () => removeOldTries(db, now()),
  };
}

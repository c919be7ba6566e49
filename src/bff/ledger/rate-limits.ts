import { timestamp } from '../lib/timestamp.ts';
import type { LedgerDb } from './ledger.ts';

/** Milliseconds since 1970, and milliseconds. */
export type AttemptRules = {
  /** So many attempts are free. After each one beyond, and the last of them, the next must wait. */
  free: number;
  /** The first wait; each further one is twice as long, up to the longest. */
  wait: number;
  maxWait: number;
  /** Attempts are forgotten after so long without one, or after so long from the end of a wait. */
  memory: number;
};

/**
 * Counts a try by its key among all instances on one store, before it is known how it ends, so that
 * many at once count as many.
 * @returns 0 when it may be made, or else for how many milliseconds it may not
 */
export async function takeAttempt(
  db: LedgerDb,
  key: string,
  now: number,
  rules: AttemptRules,
): Promise<number> {
  for (;;) {
    const row = await db
      .selectFrom('rate_limits')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirst();
    const left = row ? Date.parse(row.blocked_until) - now : 0;
    if (left > 0) return left;
    const known = row && Date.parse(row.forgotten_at) > now ? row.tries : 0;
    const next = afterAttempt(known + 1, now, rules);
    const written = row
      ? await db
          .updateTable('rate_limits')
          .set(next)
          .where('key', '=', key)
          // Another may have come between: then this one looks again.
          .where('tries', '=', row.tries)
          .where('forgotten_at', '=', row.forgotten_at)
          .returning('key')
          .executeTakeFirst()
      : await db
          .insertInto('rate_limits')
          .values({ key, ...next })
          .onConflict((oc) => oc.doNothing())
          .returning('key')
          .executeTakeFirst();
    if (written) return 0;
  }
}

/** Forgets the attempts of a key: the last one was right. */
export async function forgetAttempts(db: LedgerDb, key: string) {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Forgets what counts no more. */
export async function purgeExpiredAttempts(db: LedgerDb, now: number) {
  await db.deleteFrom('rate_limits').where('forgotten_at', '<', timestamp(now)).execute();
}

function afterAttempt(tries: number, now: number, { free, wait, maxWait, memory }: AttemptRules) {
  const beyond = tries - free;
  const blocked = now + (beyond < 0 ? 0 : Math.min(wait * 2 ** beyond, maxWait));
  return { tries, blocked_until: timestamp(blocked), forgotten_at: timestamp(blocked + memory) };
}

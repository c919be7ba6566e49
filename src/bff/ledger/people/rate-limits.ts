import { timestamp } from '../../lib/timestamp.ts';
import type { LedgerDb } from '../store/schema.ts';

/** All times in milliseconds. */
export type AttemptRules = {
  /** Attempts without a wait. From the last of these on, each attempt makes the next one wait. */
  free: number;
  /** The first wait; each further one is twice as long, up to `maxWait`. */
  wait: number;
  maxWait: number;
  /** Attempts are forgotten this long after the last one, or after the end of its wait. */
  memory: number;
};

/**
 * Counts an attempt for a key over all instances on the store. It counts before its result is known,
 * so that concurrent attempts count too.
 * @param now milliseconds since 1970
 * @returns 0 if the attempt is allowed, else milliseconds to wait
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
    // A free attempt blocks none, not even one that read the clock before it.
    const left = row && row.tries >= rules.free ? Date.parse(row.blocked_until) - now : 0;
    // A longer wait was written before the clock was set back.
    if (left > 0 && left <= rules.maxWait) return left;
    const known = row && Date.parse(row.forgotten_at) > now ? row.tries : 0;
    const next = afterAttempt(known + 1, now, rules);
    const written = row
      ? await db
          .updateTable('rate_limits')
          .set(next)
          .where('key', '=', key)
          // Optimistic locking: if another attempt was written in between, read again.
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

/** Deletes the attempts of a key after a successful one. */
export async function forgetAttempts(db: LedgerDb, key: string) {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Deletes attempts that no longer count. @param now milliseconds since 1970 */
export async function purgeExpiredAttempts(db: LedgerDb, now: number) {
  await db.deleteFrom('rate_limits').where('forgotten_at', '<', timestamp(now)).execute();
}

function afterAttempt(tries: number, now: number, { free, wait, maxWait, memory }: AttemptRules) {
  const beyond = tries - free;
  const blocked = now + (beyond < 0 ? 0 : Math.min(wait * 2 ** beyond, maxWait));
  return { tries, blocked_until: timestamp(blocked), forgotten_at: timestamp(blocked + memory) };
}

import type { LedgerDb } from './ledger.ts';

/** Milliseconds since 1970, and milliseconds. */
export type TryRules = {
  /** So many tries are free. After each one beyond, and the last of them, the next must wait. */
  free: number;
  /** The first wait; each further one is twice as long, up to the longest. */
  wait: number;
  longestWait: number;
  /** Tries are forgotten after so long without one, or after so long from the end of a wait. */
  memory: number;
};

/**
 * Counts a try by its key among all instances on one store, before it is known how it ends, so that
 * many at once count as many.
 * @returns 0 when it may be made, or else for how many milliseconds it may not
 */
export async function takeTry(
  db: LedgerDb,
  key: string,
  now: number,
  rules: TryRules,
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
    const next = afterTry(known + 1, now, rules);
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

/** Forgets the tries of a key: the last one was right. */
export async function forgetTries(db: LedgerDb, key: string) {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Forgets what counts no more. */
export async function removeOldTries(db: LedgerDb, now: number) {
  await db.deleteFrom('rate_limits').where('forgotten_at', '<', at(now)).execute();
}

function afterTry(tries: number, now: number, { free, wait, longestWait, memory }: TryRules) {
  const beyond = tries - free;
  const blocked = now + (beyond < 0 ? 0 : Math.min(wait * 2 ** beyond, longestWait));
  return { tries, blocked_until: at(blocked), forgotten_at: at(blocked + memory) };
}

const at = (time: number) => new Date(time).toISOString();

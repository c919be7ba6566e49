import type { LedgerDb } from '../store/schema.ts';

/** `password_mark` is of the password that was right: the challenge ends when it changes. */
type ChallengeRow = { id_hash: string; user_id: string; password_mark: string };

/** Adds a sign-in that waits for a second factor. */
export async function addChallenge(db: LedgerDb, challenge: ChallengeRow, created_at: string) {
  await db
    .insertInto('sign_in_challenges')
    .values({ ...challenge, created_at })
    .execute();
}

/** The challenge with this hash, or null if it was used or is older than `createdAfter` (ISO 8601). */
export async function findChallenge(
  db: LedgerDb,
  id_hash: string,
  createdAfter: string,
): Promise<ChallengeRow | null> {
  const row = await db
    .selectFrom('sign_in_challenges')
    .select(['id_hash', 'user_id', 'password_mark'])
    .where('id_hash', '=', id_hash)
    .where('created_at', '>=', createdAfter)
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes a challenge, so that it opens one session. @returns false if it was used before */
export async function takeChallenge(db: LedgerDb, id_hash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('sign_in_challenges')
    .where('id_hash', '=', id_hash)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes every challenge of a person, or all that are older than a time (ISO 8601). */
export async function removeChallenges(
  db: LedgerDb,
  which: { user_id: string } | { createdBefore: string },
) {
  const challenges = db.deleteFrom('sign_in_challenges');
  await ('user_id' in which
    ? challenges.where('user_id', '=', which.user_id)
    : challenges.where('created_at', '<', which.createdBefore)
  ).execute();
}

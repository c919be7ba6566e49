import type { Selectable } from 'kysely';
import type { StepUpMethod } from '../../../contract/api/step-up.ts';
import type { StepUpChallengesTable } from '../store/people-schema.ts';
import type { LedgerDb } from '../store/schema.ts';

export type StepUpChallengeRow = Selectable<StepUpChallengesTable>;

/** What a challenge is bound to: it proves nothing for anybody or anything else. */
type StepUpBinding = Pick<
  StepUpChallengeRow,
  'id_hash' | 'user_id' | 'session_hash' | 'send_key' | 'body_hash'
>;

/** Wrong codes after which a challenge can't be answered any more. */
const maxTries = 5;

/** Adds a challenge that nobody has answered. @param now the store's time, ISO 8601 */
export async function addStepUpChallenge(db: LedgerDb, binding: StepUpBinding, now: string) {
  await db
    .insertInto('step_up_challenges')
    .values({ ...binding, created_at: now })
    .execute();
}

/**
 * Counts a try to answer a challenge, before it is made.
 * @param createdAfter ISO 8601
 * @returns the challenge; null if this person and session have none that can still be answered
 */
export async function tryStepUpChallenge(
  db: LedgerDb,
  which: Pick<StepUpBinding, 'id_hash' | 'user_id' | 'session_hash'>,
  createdAfter: string,
): Promise<StepUpChallengeRow | null> {
  const row = await db
    .updateTable('step_up_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id_hash', '=', which.id_hash)
    .where('user_id', '=', which.user_id)
    .where('session_hash', '=', which.session_hash)
    .where('created_at', '>=', createdAfter)
    .where('tries', '<', maxTries)
    .where('proven_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Binds a sign-in at the OpenID provider to a challenge.
 * @param oidc_attempt the hash of the attempt's id
 * @returns false if it has one: that one would be taken for a sign-in to Giro
 */
export async function bindOidcAttempt(
  db: LedgerDb,
  id_hash: string,
  oidc_attempt: string,
): Promise<boolean> {
  const row = await db
    .updateTable('step_up_challenges')
    .set({ oidc_attempt })
    .where('id_hash', '=', id_hash)
    .where('oidc_attempt', 'is', null)
    .returning('id_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** The challenge that a sign-in at the OpenID provider was begun for, however old; undefined for any other. */
export function challengeOfAttempt(
  db: LedgerDb,
  oidc_attempt: string,
): Promise<StepUpChallengeRow | undefined> {
  return db
    .selectFrom('step_up_challenges')
    .selectAll()
    .where('oidc_attempt', '=', oidc_attempt)
    .executeTakeFirst();
}

/**
 * Notes that the person answered a challenge.
 * @param createdAfter, now ISO 8601
 * @returns false if it was answered before, or is too old
 */
export async function proveStepUpChallenge(
  db: LedgerDb,
  id_hash: string,
  method: StepUpMethod,
  { createdAfter, now }: { createdAfter: string; now: string },
): Promise<boolean> {
  const row = await db
    .updateTable('step_up_challenges')
    .set({ method, proven_at: now })
    .where('id_hash', '=', id_hash)
    .where('created_at', '>=', createdAfter)
    .where('proven_at', 'is', null)
    .returning('id_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Uses a proof up. In the transaction of the intent, so that it counts only if the intent does.
 * @param createdAfter, now ISO 8601
 * @returns false if there is no proof of exactly this, it was used, or it is too old
 */
export async function takeStepUpProof(
  tx: LedgerDb,
  bound: StepUpBinding,
  { createdAfter, now }: { createdAfter: string; now: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('step_up_challenges')
    .set({ used_at: now })
    .where('id_hash', '=', bound.id_hash)
    .where('user_id', '=', bound.user_id)
    .where('session_hash', '=', bound.session_hash)
    .where('send_key', '=', bound.send_key)
    .where('body_hash', '=', bound.body_hash)
    .where('created_at', '>=', createdAfter)
    .where('proven_at', 'is not', null)
    .where('used_at', 'is', null)
    .returning('id_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes challenges that were created before a time (ISO 8601). */
export async function purgeStepUpChallenges(db: LedgerDb, createdBefore: string) {
  await db.deleteFrom('step_up_challenges').where('created_at', '<', createdBefore).execute();
}

import { createHash } from 'node:crypto';
import { challengeMinutes } from '../../contract/api/second-factor.ts';
import {
  addChallenge,
  findChallenge,
  removeChallenges,
  takeChallenge,
} from '../ledger/people/sign-in-challenges.ts';
import { findUser, type UserRow } from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { newSessionId, sessionHash } from './sessions.ts';

const livesForMs = challengeMinutes * 60_000;
const oldest = (now: number) => timestamp(now - livesForMs);

/** Changes with the password, whose hash is salted. */
const markOf = ({ password_hash }: Pick<UserRow, 'password_hash'>) =>
  createHash('sha256')
    .update(password_hash ?? '')
    .digest('base64url');

/**
 * Starts the second step of a sign-in, after a right password. It gives access to nothing but that step.
 * @param now the store's time, in milliseconds since 1970
 * @returns its id, 256 random bits; the ledger has only its hash
 */
export async function openChallenge(db: LedgerDb, user: UserRow, now: number): Promise<string> {
  const id = newSessionId();
  const challenge = { id_hash: sessionHash(id), user_id: user.id, password_mark: markOf(user) };
  await addChallenge(db, challenge, timestamp(now));
  return id;
}

/**
 * The person of a challenge, as they are now.
 * @throws ProblemError sign-in-expired if it is unknown, used or older than 10 minutes, or the person's password
 *   has changed since, or they are disabled
 */
export async function challengedPerson(
  db: LedgerDb,
  id: string | undefined,
  now: number,
): Promise<UserRow> {
  const row = id ? await findChallenge(db, sessionHash(id), oldest(now)) : null;
  const user = row && (await findUser(db, row.user_id));
  const isOpen = user && user.disabled_at === null && markOf(user) === row.password_mark;
  if (!isOpen) throw new ProblemError('sign-in-expired');
  return user;
}

/** Ends a challenge for the session that it opens. @throws ProblemError sign-in-expired if it opened one before */
export async function closeChallenge(db: LedgerDb, id: string) {
  if (!(await takeChallenge(db, sessionHash(id)))) throw new ProblemError('sign-in-expired');
}

/** Deletes the challenges that took too long. @param now milliseconds since 1970 */
export const purgeExpiredChallenges = (db: LedgerDb, now: number) =>
  removeChallenges(db, { createdBefore: oldest(now) });

import type { Selectable } from 'kysely';
import type { OidcAttemptsTable, OidcSignOutsTable } from '../store/people-schema.ts';
import type { LedgerDb } from '../store/schema.ts';
import type { UserRow } from './users.ts';

export type OidcAttemptRow = Selectable<OidcAttemptsTable>;

/** How long a sign-in may take at the provider, in milliseconds. */
export const attemptLivesFor = 10 * 60_000;

type Subject = { issuer: string; subject: string };

/** Adds a sign-in attempt and deletes those that started before `startedBefore` (ISO 8601). */
export async function addOidcAttempt(db: LedgerDb, attempt: OidcAttemptRow, startedBefore: string) {
  await db.deleteFrom('oidc_attempts').where('created_at', '<', startedBefore).execute();
  await db.insertInto('oidc_attempts').values(attempt).execute();
}

/** Deletes and returns an attempt, so that it works once at any instance. @returns null without one */
export async function takeOidcAttempt(
  db: LedgerDb,
  { id_hash, state, startedAfter }: { id_hash: string; state: string; startedAfter: string },
): Promise<OidcAttemptRow | null> {
  const row = await db
    .deleteFrom('oidc_attempts')
    .where('id_hash', '=', id_hash)
    .where('state', '=', state)
    .where('created_at', '>=', startedAfter)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** How long a browser may take from the sign-out in Giro to the one at the provider, in milliseconds. */
export const signOutLivesFor = 60_000;

/** Adds a sign-out that goes on at the provider, and deletes those that began before `begunBefore` (ISO 8601). */
export async function addOidcSignOut(db: LedgerDb, row: OidcSignOutsTable, begunBefore: string) {
  await purgeOidcSignOuts(db, begunBefore);
  await db.insertInto('oidc_sign_outs').values(row).execute();
}

/** Deletes a sign-out, and returns its encrypted id token, so that it works once at any instance. */
export async function takeOidcSignOut(
  db: LedgerDb,
  id_hash: string,
  begunAfter: string,
): Promise<string | null> {
  const row = await db
    .deleteFrom('oidc_sign_outs')
    .where('id_hash', '=', id_hash)
    .where('created_at', '>=', begunAfter)
    .returning('id_token_sealed')
    .executeTakeFirst();
  return row?.id_token_sealed ?? null;
}

/** Deletes sign-outs that began before a time (ISO 8601) and never reached the provider. */
export async function purgeOidcSignOuts(db: LedgerDb, begunBefore: string) {
  await db.deleteFrom('oidc_sign_outs').where('created_at', '<', begunBefore).execute();
}

/** The person known by this issuer and subject (OpenID Connect Core 5.7). */
export function findUserBySubject(
  db: LedgerDb,
  { issuer, subject }: Subject,
): Promise<UserRow | undefined> {
  return db
    .selectFrom('oidc_subjects')
    .innerJoin('users', 'users.id', 'oidc_subjects.user_id')
    .selectAll('users')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Links an issuer and subject to a person. */
export async function addSubject(db: LedgerDb, { issuer, subject }: Subject, user_id: string) {
  await db.insertInto('oidc_subjects').values({ issuer, subject, user_id }).execute();
}

/** Updates a person with the provider's current claims. */
export function refreshUser(
  db: LedgerDb,
  id: string,
  change: Pick<UserRow, 'email' | 'name' | 'role'>,
): Promise<UserRow> {
  return db
    .updateTable('users')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

import { compiledOnce } from './compiled-once.ts';
import type { LedgerDb } from './ledger.ts';
import type { UserRow } from './users.ts';

export type SessionRow = { id_hash: string; created_at: string; seen_at: string; user: UserRow };

export async function addSession(
  db: LedgerDb,
  session: { id_hash: string; user_id: string; issuer: string | null },
  now: string,
) {
  await db
    .insertInto('sessions')
    .values({ ...session, created_at: now, seen_at: now })
    .execute();
}

const sessionByHash = compiledOnce((db, [id_hash = '']) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select(['sessions.created_at as session_created_at', 'sessions.seen_at'])
    .where('id_hash', '=', id_hash),
);

/** A session and its person in one read, so that a change of the person counts on the next request. */
export async function findSession(db: LedgerDb, id_hash: string): Promise<SessionRow | null> {
  const [row] = await sessionByHash(db, [id_hash]);
  if (!row) return null;
  const { session_created_at, seen_at, ...user } = row;
  return { id_hash, created_at: session_created_at, seen_at, user };
}

export async function touchSession(db: LedgerDb, id_hash: string, now: string) {
  await db.updateTable('sessions').set({ seen_at: now }).where('id_hash', '=', id_hash).execute();
}

/** Answers what was removed, or null when there was nothing. */
export async function removeSession(
  db: LedgerDb,
  id_hash: string,
): Promise<{ user_id: string; issuer: string | null } | null> {
  const row = await db
    .deleteFrom('sessions')
    .where('id_hash', '=', id_hash)
    .returning(['user_id', 'issuer'])
    .executeTakeFirst();
  return row ?? null;
}

export async function removeSessionsOf(db: LedgerDb, user_id: string) {
  await db.deleteFrom('sessions').where('user_id', '=', user_id).execute();
}

/** Forgets the sessions that nobody can use any more. */
export async function purgeExpiredSessions(
  db: LedgerDb,
  seenBefore: string,
  createdBefore: string,
) {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('seen_at', '<', seenBefore), eb('created_at', '<', createdBefore)]))
    .execute();
}

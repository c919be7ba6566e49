import { compiledOnce } from './compiled-once.ts';
import type { LedgerDb } from './ledger.ts';
import type { UserRow } from './users.ts';

export type SessionRow = { id_hash: string; created_at: string; seen_at: string; user: UserRow };

/** Adds a session. @param session `id_hash` is the SHA-256 of the id in the cookie */
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

/** A session with its person, read together: a changed role or a disabled person counts at once. */
export async function findSession(db: LedgerDb, id_hash: string): Promise<SessionRow | null> {
  const [row] = await sessionByHash(db, [id_hash]);
  if (!row) return null;
  const { session_created_at, seen_at, ...user } = row;
  return { id_hash, created_at: session_created_at, seen_at, user };
}

/** Writes when a session was last used. */
export async function touchSession(db: LedgerDb, id_hash: string, now: string) {
  await db.updateTable('sessions').set({ seen_at: now }).where('id_hash', '=', id_hash).execute();
}

/** Deletes a session. @returns what was deleted, or null if there was none */
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

/** Deletes every session of a person. */
export async function removeSessionsOf(db: LedgerDb, user_id: string) {
  await db.deleteFrom('sessions').where('user_id', '=', user_id).execute();
}

/** Deletes expired sessions: last used or created before these times (ISO 8601). */
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

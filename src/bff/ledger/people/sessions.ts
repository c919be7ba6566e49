import { compiledOnce } from '../store/compiled-once.ts';
import { isPostgres } from '../store/is-postgres.ts';
import type { LedgerDb } from '../store/schema.ts';
import type { UserRow } from './users.ts';

export type SessionRow = {
  id_hash: string;
  created_at: string;
  seen_at: string;
  /** How and when the person last showed a second factor in this session; null if never. */
  second_factor: string | null;
  second_factor_at: string | null;
  user: UserRow;
};

/** What is kept of a sign-in. */
export type SessionOrigin = {
  /** The OpenID provider; null for a sign-in with a password. */
  issuer: string | null;
  /** The encrypted id token of that sign-in; null if there is none, or it is too long for a sign-out's URL. */
  id_token_sealed: string | null;
  browser: string | null;
  system: string | null;
  /** How the person proved who they are beside the password; null if they did not. */
  second_factor: string | null;
};

/**
 * Adds a session of a person as they were read. The person's row is locked, so that no session is opened with
 * a password that is being changed.
 * @param id_hash the SHA-256 of the id in the cookie
 * @returns false if the password has changed since
 */
export function addSession(
  db: LedgerDb,
  id_hash: string,
  { id: user_id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
  origin: SessionOrigin,
  now: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const held = await tx
      .updateTable('users')
      .set((eb) => ({ password_hash: eb.ref('password_hash') }))
      .where('id', '=', user_id)
      .where('password_hash', password_hash === null ? 'is' : '=', password_hash)
      .returning('id')
      .executeTakeFirst();
    if (!held) return false;
    await tx
      .insertInto('sessions')
      .values({
        ...{ id_hash, user_id, ...origin, created_at: now, seen_at: now },
        second_factor_at: origin.second_factor === null ? null : now,
      })
      .execute();
    return true;
  });
}

const sessionByHash = compiledOnce((db, id_hash) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select(['sessions.created_at as session_created_at', 'sessions.seen_at'])
    .select(['sessions.second_factor', 'sessions.second_factor_at'])
    .where('id_hash', '=', id_hash),
);

/** A session with its person, read together: a changed role or a disabled person counts at once. */
export async function findSession(db: LedgerDb, id_hash: string): Promise<SessionRow | null> {
  const [row] = await sessionByHash(db, id_hash);
  if (!row) return null;
  const { session_created_at: created_at, seen_at, second_factor, second_factor_at, ...user } = row;
  return { id_hash, created_at, seen_at, second_factor, second_factor_at, user };
}

/**
 * A person as they are now, and whether they have this session, both held until the transaction ends: who disables
 * them, or ends the session, does so before or after it. Always the person first, as everybody who changes both.
 * @returns undefined if there is no such person
 */
export async function holdPersonAndSession(
  tx: LedgerDb,
  user_id: string,
  id_hash: string | null,
): Promise<{ user: UserRow; hasSession: boolean } | undefined> {
  // SQLite has one writer, whose transaction this is.
  const isShared = isPostgres(tx);
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', user_id)
    .$if(isShared, (query) => query.forShare())
    .executeTakeFirst();
  if (!user) return undefined;
  const session = await tx
    .selectFrom('sessions')
    .select('id_hash')
    .where('id_hash', '=', id_hash)
    .where('user_id', '=', user_id)
    .$if(isShared, (query) => query.forShare())
    .executeTakeFirst();
  return { user, hasSession: session !== undefined };
}

/** Writes when a session was last used. */
export async function touchSession(db: LedgerDb, id_hash: string, now: string) {
  await db.updateTable('sessions').set({ seen_at: now }).where('id_hash', '=', id_hash).execute();
}

/** Notes that the person of a session has just shown a second factor, such as `totp`. */
export async function markSecondFactor(
  db: LedgerDb,
  id_hash: string,
  second_factor: string,
  second_factor_at: string,
) {
  await db
    .updateTable('sessions')
    .set({ second_factor, second_factor_at })
    .where('id_hash', '=', id_hash)
    .execute();
}

/** What is left to do after a session has ended, at the OpenID provider that opened it. */
export type ClosedSession = { user_id: string } & Pick<SessionOrigin, 'issuer' | 'id_token_sealed'>;

/** Deletes a session. @returns what was deleted, or null if there was none */
export async function removeSession(db: LedgerDb, id_hash: string): Promise<ClosedSession | null> {
  const row = await db
    .deleteFrom('sessions')
    .where('id_hash', '=', id_hash)
    .returning(['user_id', 'issuer', 'id_token_sealed'])
    .executeTakeFirst();
  return row ?? null;
}

/** A person's sessions, also expired ones, the one used last first. */
export function sessionsOf(db: LedgerDb, user_id: string) {
  return db
    .selectFrom('sessions')
    .select(['id_hash', 'browser', 'system', 'created_at', 'seen_at'])
    .select(['issuer', 'second_factor', 'second_factor_at'])
    .where('user_id', '=', user_id)
    .orderBy('seen_at', 'desc')
    .orderBy('id_hash')
    .execute();
}

/** Gives a session a new id, with the notifications that it turned on. @returns false if there is none */
export async function replaceSession(
  tx: LedgerDb,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('sessions')
    .set({ id_hash: to })
    .where('id_hash', '=', from)
    .returning('user_id')
    .executeTakeFirst();
  if (!row) return false;
  await moveNotifications(tx, row.user_id, { from, to });
  return true;
}

/** Gives the notifications that a person turned on in one session to another of theirs. */
export async function moveNotifications(
  db: LedgerDb,
  user_id: string,
  { from, to }: { from: string; to: string },
) {
  await db
    .updateTable('push_devices')
    .set({ session_hash: to })
    .where('session_hash', '=', from)
    .where('user_id', '=', user_id)
    .execute();
}

/**
 * Deletes one session of a person, or all but one, with the notifications that they turned on. Those of a session that
 * has expired are deleted with all: they go on without it, also on a device that was lost.
 * @returns the hashes of the deleted ones
 */
export async function endSessions(
  tx: LedgerDb,
  user_id: string,
  which: { id_hash: string } | { but: string | null },
): Promise<string[]> {
  let sessions = tx.deleteFrom('sessions').where('user_id', '=', user_id);
  let devices = tx.deleteFrom('push_devices').where('user_id', '=', user_id);
  if ('id_hash' in which) {
    sessions = sessions.where('id_hash', '=', which.id_hash);
    devices = devices.where('session_hash', '=', which.id_hash);
  } else if (which.but !== null) {
    sessions = sessions.where('id_hash', '!=', which.but);
    devices = devices.where('session_hash', '!=', which.but);
  }
  const rows = await sessions.returning('id_hash').execute();
  await devices.execute();
  return rows.map(({ id_hash }) => id_hash);
}

/** Deletes every session of a person, and all notifications that they turned on. */
export async function removeSessionsOf(db: LedgerDb, user_id: string) {
  await endSessions(db, user_id, { but: null });
}

/**
 * Deletes expired sessions: last used or created before these times (ISO 8601). Their notifications go on, as they come
 * while the app is closed.
 */
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

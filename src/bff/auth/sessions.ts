import { createHash, randomBytes } from 'node:crypto';
import {
  addSession,
  type ClosedSession,
  endSessions,
  findSession,
  purgeExpiredSessions,
  removeSession,
  type SessionOrigin,
  type SessionRow,
  sessionsOf,
  touchSession,
} from '../ledger/people/sessions.ts';
import type { UserRow } from '../ledger/people/users.ts';
import { isLedgerFailure } from '../ledger/store/ledger.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';

export type Sessions = {
  /**
   * Opens a session and returns its id, 256 random bits; the ledger has only its hash.
   * @throws ProblemError wrong-password if the person's password has changed since `user` was read
   */
  open(user: UserRow, origin?: Partial<SessionOrigin>): Promise<string>;
  /**
   * The person of a session, and extends it. Null when it is unknown or expired, or the person is
   * disabled.
   */
  person(id: string): Promise<UserRow | null>;
  /** The person of a session, without extending it. */
  look(id: string): Promise<UserRow | null>;
  /** Closes a session. Returns its user and, if one opened it, its OpenID provider; null when unknown. */
  close(id: string): Promise<ClosedSession | null>;
  /** A person's valid sessions by their hashes, the one used last first. */
  list(user_id: string): ReturnType<typeof sessionsOf>;
  /**
   * Ends one session of a person by its hash, or all but one, with their streams and notifications.
   * @returns how many ended: 0 for another person's
   */
  end(user_id: string, which: { id_hash: string } | { but: string | null }): Promise<number>;
  /** Deletes expired sessions. */
  purgeExpired(): Promise<void>;
};

type Limits = { idle: number; max: number };

// A session in use is written once a minute, not on every request.
const touchEveryMs = 60_000;

/**
 * Creates the sessions, stored in the ledger. A session is read with its user, so that a sign-out, a
 * disabled user or a changed role takes effect on the next request in every instance.
 * @param limits milliseconds: `idle` without a request, `max` in total
 * @param ended called with the hash of each session that a person ends, to end its streams
 */
export function createSessions(
  db: LedgerDb,
  now: () => number,
  limits: Limits,
  ended: (id_hash: string) => void = () => {},
): Sessions {
  const isYoung = ({ seen_at, created_at }: Pick<SessionRow, 'seen_at' | 'created_at'>) =>
    now() - Date.parse(seen_at) <= limits.idle && now() - Date.parse(created_at) <= limits.max;
  return {
    async open(user, origin) {
      const id = newSessionId();
      const known = {
        ...{ issuer: null, id_token_sealed: null, browser: null, system: null },
        ...{ second_factor: null, ...origin },
      };
      const isOpen = await addSession(db, sessionHash(id), user, known, timestamp(now()));
      if (!isOpen) throw new ProblemError('wrong-password');
      return id;
    },
    async person(id) {
      const row = await findSession(db, sessionHash(id));
      if (!row || row.user.disabled_at !== null) return null;
      if (!isYoung(row)) {
        await removeSession(db, row.id_hash);
        return null;
      }
      const at = now();
      // A time in the future was written before the clock was set back.
      const idle = Math.abs(at - Date.parse(row.seen_at));
      if (idle > Math.min(touchEveryMs, limits.idle / 2)) {
        // A store that can't be written still answers reads.
        await touchSession(db, row.id_hash, timestamp(at)).catch((error: unknown) => {
          if (!isLedgerFailure(error)) throw error;
        });
      }
      return row.user;
    },
    async look(id) {
      const row = await findSession(db, sessionHash(id));
      return row && row.user.disabled_at === null && isYoung(row) ? row.user : null;
    },
    close(id) {
      ended(sessionHash(id));
      return removeSession(db, sessionHash(id));
    },
    list: async (user_id) => (await sessionsOf(db, user_id)).filter(isYoung),
    async end(user_id, which) {
      const hashes = await db.transaction().execute((tx) => endSessions(tx, user_id, which));
      for (const hash of hashes) ended(hash);
      return hashes.length;
    },
    async purgeExpired() {
      await purgeExpiredSessions(db, timestamp(now() - limits.idle), timestamp(now() - limits.max));
    },
  };
}

/** A new session id: 256 random bits. */
export const newSessionId = () => randomBytes(32).toString('base64url');

/** The hash by which the ledger knows a session. */
export function sessionHash(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

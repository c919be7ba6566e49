import { createHash, randomBytes } from 'node:crypto';
import type { LedgerDb } from '../ledger/ledger.ts';
import {
  addSession,
  findSession,
  purgeExpiredSessions,
  removeSession,
  type SessionRow,
  touchSession,
} from '../ledger/sessions.ts';
import type { UserRow } from '../ledger/users.ts';
import { timestamp } from '../lib/timestamp.ts';

export type Sessions = {
  /**
   * Opens a session and returns its id, 256 random bits; the ledger has only its hash. `issuer` is the
   * OpenID provider's.
   */
  open(user: UserRow, issuer?: string): Promise<string>;
  /**
   * The person of a session, and extends it. Null when it is unknown or expired, or the person is
   * disabled.
   */
  person(id: string): Promise<UserRow | null>;
  /** The person of a session, without extending it. */
  look(id: string): Promise<UserRow | null>;
  /** Closes a session. Returns its user and, if one opened it, its OpenID provider; null when unknown. */
  close(id: string): Promise<{ user_id: string; issuer: string | null } | null>;
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
 */
export function createSessions(db: LedgerDb, now: () => number, limits: Limits): Sessions {
  const isYoung = ({ seen_at, created_at }: SessionRow) =>
    now() - Date.parse(seen_at) <= limits.idle && now() - Date.parse(created_at) <= limits.max;
  return {
    async open(user, issuer) {
      const id = randomBytes(32).toString('base64url');
      const session = { id_hash: sessionHash(id), user_id: user.id, issuer: issuer ?? null };
      await addSession(db, session, timestamp(now()));
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
      const idle = at - Date.parse(row.seen_at);
      if (idle > Math.min(touchEveryMs, limits.idle / 2)) {
        await touchSession(db, row.id_hash, timestamp(at));
      }
      return row.user;
    },
    async look(id) {
      const row = await findSession(db, sessionHash(id));
      return row && row.user.disabled_at === null && isYoung(row) ? row.user : null;
    },
    close: (id) => removeSession(db, sessionHash(id)),
    async purgeExpired() {
      await purgeExpiredSessions(db, timestamp(now() - limits.idle), timestamp(now() - limits.max));
    },
  };
}

/** The hash by which the ledger knows a session. */
export function sessionHash(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

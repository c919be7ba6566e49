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
  /** Opens a session and answers its id, 256 bits that nothing else knows. `issuer` is the OpenID provider's. */
  open(user: UserRow, issuer?: string): Promise<string>;
  /** The person of a session, or null when it is unknown, too old, or the person is disabled. */
  person(id: string): Promise<UserRow | null>;
  /** The same, without counting as a use of the session. */
  look(id: string): Promise<UserRow | null>;
  /** Answers whose it was, and the OpenID provider that had opened it, if one had. */
  close(id: string): Promise<{ user_id: string; issuer: string | null } | null>;
  /** Forgets the sessions that ended by age. */
  purgeExpired(): Promise<void>;
};

type Limits = { idle: number; max: number };

// A session in steady use is written once a minute, not on every request.
const touchEvery = 60_000;

/**
 * Sessions kept in the ledger. A row is read with its person, so that signing out, disabling a person
 * and a change of role count on the next request, in every instance.
 * @param limits milliseconds: how long without a request, and how long in all
 */
export function createSessions(db: LedgerDb, now: () => number, limits: Limits): Sessions {
  const isYoung = ({ seen_at, created_at }: SessionRow) =>
    now() - Date.parse(seen_at) <= limits.idle && now() - Date.parse(created_at) <= limits.max;
  return {
    async open(user, issuer) {
      const id = randomBytes(32).toString('base64url');
      const session = { id_hash: hash(id), user_id: user.id, issuer: issuer ?? null };
      await addSession(db, session, timestamp(now()));
      return id;
    },
    async person(id) {
      const row = await findSession(db, hash(id));
      if (!row || row.user.disabled_at !== null) return null;
      if (!isYoung(row)) {
        await removeSession(db, row.id_hash);
        return null;
      }
      const at = now();
      const idle = at - Date.parse(row.seen_at);
      if (idle > Math.min(touchEvery, limits.idle / 2)) {
        await touchSession(db, row.id_hash, timestamp(at));
      }
      return row.user;
    },
    async look(id) {
      const row = await findSession(db, hash(id));
      return row && row.user.disabled_at === null && isYoung(row) ? row.user : null;
    },
    close: (id) => removeSession(db, hash(id)),
    async purgeExpired() {
      await purgeExpiredSessions(db, timestamp(now() - limits.idle), timestamp(now() - limits.max));
    },
  };
}

function hash(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

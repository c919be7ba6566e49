import { randomUUID } from 'node:crypto';
import { invitationDays } from '../../contract/api/own-account.ts';
import type { InviteRequest, Person } from '../../contract/api/people.ts';
import type { Role } from '../../contract/api/session.ts';
import { addNews } from '../ledger/news/news.ts';
import { removePasswordLinks } from '../ledger/people/password-links.ts';
import {
  ableAdmins,
  findInvitation,
  lockPeople,
  type PersonRow,
  readPeople,
  removeInvitation,
  setFirstPassword,
  writeInvitation,
} from '../ledger/people/people.ts';
import { endSessions } from '../ledger/people/sessions.ts';
import { addUser, changeUser, isErased } from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { hashOfToken, type LinkToken } from '../lib/link-token.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { resetSecondFactor } from './second-factors.ts';

const livesForMs = invitationDays * 24 * 60 * 60_000;

/** What an admin may decide about a person. */
export type PersonChange = { role: Role } | { disabled: boolean };

/** A person as an admin sees them. @param now milliseconds since 1970 */
export function shownPerson(row: PersonRow, now: number): Person {
  const { id, email, name, role, is_provider, created_at } = row;
  const isInvited = !row.has_password && !is_provider;
  const status = row.disabled_at !== null ? 'disabled' : isInvited ? 'invited' : 'active';
  const until = row.invited_at === null ? 0 : Date.parse(row.invited_at) + livesForMs;
  return {
    ...{ id, email, name, role, status, is_provider, created_at },
    invited_until: status === 'invited' && until > now ? timestamp(until) : null,
  };
}

/** The person with this id. @throws ProblemError not-found */
export async function findPerson(db: LedgerDb, id: string): Promise<PersonRow> {
  const [row] = await readPeople(db, id);
  if (!row) throw notFound();
  return row;
}

/** A person who can be changed: who signed in as an erased one would see their transfers. */
async function findPresent(tx: LedgerDb, id: string): Promise<PersonRow> {
  const person = await findPerson(tx, id);
  if (isErased(person)) throw notFound();
  return person;
}

/**
 * Changes a person's role or access, and ends their sessions. One such change is made at a time, so that two admins
 * who demote each other at once do not both succeed.
 * @param actor id of the admin
 * @param now ISO 8601
 * @returns hashes of the sessions that ended
 * @throws ProblemError forbidden for oneself, by somebody who is no longer an admin, and for the role of a
 *   provider's person; last-admin; not-found, also for who is erased
 */
export function changePerson(
  db: LedgerDb,
  actor: string,
  id: string,
  change: PersonChange,
  now: string,
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const person = await findAsAdmin(tx, actor, id);
    if ('role' in change && person.is_provider) throw new ProblemError('forbidden');
    return applyChange(tx, person, change, now);
  });
}

/**
 * Takes all second factors from a person who lost them, and ends their sessions.
 * @param actor id of the admin
 * @param now milliseconds since 1970
 * @returns whether they had one, and hashes of the sessions that ended
 * @throws ProblemError forbidden for oneself and by somebody who is no longer an admin; not-found
 */
export function resetFactorsOf(db: LedgerDb, actor: string, id: string, now: number) {
  return db.transaction().execute(async (tx) => {
    await findAsAdmin(tx, actor, id);
    return resetSecondFactor(tx, id, now);
  });
}

/**
 * Another person than the admin who decides about them, while nobody else does.
 * @throws ProblemError forbidden for oneself and by somebody who is no longer an admin; not-found, also for who is erased
 */
export async function findAsAdmin(tx: LedgerDb, actor: string, id: string): Promise<PersonRow> {
  await lockPeople(tx);
  const admins = await ableAdmins(tx);
  if (!admins.includes(actor) || actor === id) throw new ProblemError('forbidden');
  return findPresent(tx, id);
}

/**
 * Changes a person within a transaction that has locked people, and ends their sessions.
 * @throws ProblemError last-admin
 */
async function applyChange(
  tx: LedgerDb,
  person: PersonRow,
  change: PersonChange,
  now: string,
): Promise<string[]> {
  const { id: user_id, email } = person;
  const staysAdmin = 'role' in change ? change.role === 'admin' : !change.disabled;
  if (!staysAdmin && (await isLastAdmin(tx, user_id))) throw new ProblemError('last-admin');
  if ('role' in change) await changeUser(tx, email, { role: change.role });
  else {
    await changeUser(tx, email, { disabled_at: change.disabled ? now : null });
    if (change.disabled) {
      await removePasswordLinks(tx, { user_id });
      await removeInvitation(tx, { user_id });
    }
  }
  return endSessions(tx, user_id, { but: null });
}

/** True if no other admin can sign in. */
export async function isLastAdmin(db: LedgerDb, id: string): Promise<boolean> {
  const admins = await ableAdmins(db);
  return admins.length === 1 && admins[0] === id;
}

export type Invitations = ReturnType<typeof createInvitations>;

/** Links by which invited people set their first password, once and for 7 days. */
export function createInvitations(db: LedgerDb, linkToken: LinkToken) {
  const oldest = (now: number) => timestamp(now - livesForMs);

  /** Replaces the invitation of a person and writes the news that mails it. Returns the link's token. */
  async function write(tx: LedgerDb, user_id: string, now: number): Promise<string> {
    const subject = `invitation ${randomUUID()}`;
    const token = linkToken('invitation', subject);
    await writeInvitation(tx, { user_id, token_hash: hashOfToken(token) }, timestamp(now));
    await addNews(tx, [{ user_id, kind: 'invitation', subject }], timestamp(now));
    return token;
  }

  return {
    /**
     * Adds a person who sets their own password by the link.
     * @param now milliseconds since 1970
     * @throws ProblemError invalid-fields if somebody has the e-mail
     */
    invite(person: InviteRequest, now: number) {
      return db.transaction().execute(async (tx) => {
        const user = await addUser(tx, { ...person, password_hash: null }, timestamp(now));
        if (!user) throw new ProblemError('invalid-fields', { errors: { email: ['is taken'] } });
        return { user_id: user.id, token: await write(tx, user.id, now) };
      });
    },
    /** A new link in place of the one before. @throws ProblemError not-found if the person is not invited */
    renew(user_id: string, now: number): Promise<string> {
      return db.transaction().execute(async (tx) => {
        await lockPeople(tx);
        const person = await findPresent(tx, user_id);
        if (shownPerson(person, now).status !== 'invited') throw notFound();
        return write(tx, user_id, now);
      });
    },
    /** Whose invitation has this token. @throws ProblemError not-found if none works now */
    async find(token: string, now: number): Promise<string> {
      const user_id = await findInvitation(db, hashOfToken(token), oldest(now));
      if (user_id === null) throw notFound();
      return user_id;
    },
    /**
     * Sets the person's first password.
     * @returns their e-mail
     * @throws ProblemError not-found if it was accepted, or the person disabled or erased, since it was found
     */
    accept(token: string, user_id: string, password_hash: string): Promise<string> {
      return db.transaction().execute(async (tx) => {
        if (!(await removeInvitation(tx, { token_hash: hashOfToken(token) }))) throw notFound();
        const email = await setFirstPassword(tx, user_id, password_hash);
        if (email === null || isErased({ id: user_id, email })) throw notFound();
        return email;
      });
    },
  };
}

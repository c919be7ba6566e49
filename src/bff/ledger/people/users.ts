import { randomUUID } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { type Selectable, sql } from 'kysely';
import type { Sender } from '../../../contract/api/sender.ts';
import type { Role } from '../../../contract/api/session.ts';
import { foldText } from '../../../contract/text.ts';
import { isAmong } from '../store/is-among.ts';
import type { UsersTable } from '../store/people-schema.ts';
import type { LedgerDb } from '../store/schema.ts';

export type UserRow = Selectable<UsersTable>;

type NewUser = { email: string; name: string; role: Role; password_hash: string | null };

/**
 * E-mail addresses are stored and compared in lower case, with the ASCII form of their domain: mail servers know no
 * other, and it shows a domain whose letters only look like those of another.
 */
export function normalizeEmail(email: string): string {
  const folded = foldText('email', email).toLowerCase();
  const [, local, domain] = /^(.*@)(.*[^ -~].*)$/.exec(folded) ?? [];
  if (local === undefined || domain === undefined) return folded;
  // Empty for what is no domain.
  return local + (domainToASCII(domain) || domain);
}

/** Adds a person. @returns null if the e-mail is taken */
export async function addUser(db: LedgerDb, user: NewUser, now: string): Promise<UserRow | null> {
  const row = await db
    .insertInto('users')
    .values({
      ...user,
      id: randomUUID(),
      email: normalizeEmail(user.email),
      disabled_at: null,
      created_at: now,
    })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** The person with this e-mail, in any case and either form of its domain. */
export function findUserByEmail(db: LedgerDb, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', normalizeEmail(email))
    .executeTakeFirst();
}

/** The person with this id. */
export function findUser(db: LedgerDb, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The e-mail that takes the place of an erased person's own. */
export const erasedEmail = (id: string) => `erased-${id}@erased.invalid`;

/** True for a row that is kept only as the number of an erased person: nobody may sign in as them again. */
export const isErased = ({ id, email }: Pick<UserRow, 'id' | 'email'>) => email === erasedEmail(id);

/** Everybody, by e-mail. */
export function listUsers(db: LedgerDb): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().orderBy('email').execute();
}

/** Changes the person with this e-mail. @returns null if there is none */
export async function changeUser(
  db: LedgerDb,
  email: string,
  change: Partial<Pick<UserRow, 'role' | 'disabled_at' | 'password_hash'>>,
): Promise<UserRow | null> {
  const row = await db
    .updateTable('users')
    .set(change)
    .where('email', '=', normalizeEmail(email))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Changes the password of a person as they were read. @returns false if it has changed since */
export async function changeUserPassword(
  tx: LedgerDb,
  { id, password_hash: known }: Pick<UserRow, 'id' | 'password_hash'>,
  password_hash: string,
): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', id)
    .where('password_hash', '=', known)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a person's row until the transaction ends, so that what it decides of them is decided one at a time. */
export async function lockUser(tx: LedgerDb, id: string) {
  await tx
    .updateTable('users')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .execute();
}

/** Changes the name of a person. */
export function renameUser(db: LedgerDb, id: string, name: string): Promise<UserRow> {
  return db
    .updateTable('users')
    .set({ name })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes for how long a person wants their transfers held; null: as the operator says. */
export async function setHoldSeconds(db: LedgerDb, id: string, hold_seconds: number | null) {
  await db.updateTable('users').set({ hold_seconds }).where('id', '=', id).execute();
}

/** These people, by id. */
export async function sendersByIds(db: LedgerDb, ids: string[]): Promise<Map<string, Sender>> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(isAmong(db, sql.ref('id'), ids))
    .execute();
  return new Map(users.map((sender) => [sender.id, sender]));
}

/** Everybody of support who can sign in, by name. */
export function supporters(db: LedgerDb): Promise<Sender[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('role', '=', 'support')
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Name and e-mail of everybody. */
export function everySender(db: LedgerDb): Promise<Sender[]> {
  return db.selectFrom('users').select(['id', 'name', 'email']).execute();
}

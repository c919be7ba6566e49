import type { ExpressionBuilder } from 'kysely';
import type { Role } from '../../../contract/api/session.ts';
import type { LedgerDb, LedgerSchema } from '../store/schema.ts';

/** A person as an admin sees them, and by what they can sign in. */
export type PersonRow = {
  id: string;
  email: string;
  name: string;
  role: Role;
  disabled_at: string | null;
  created_at: string;
  has_password: boolean;
  is_provider: boolean;
  /** When the invitation was made that was not accepted yet. */
  invited_at: string | null;
};

/** Everybody, or the person with this id. */
export async function readPeople(db: LedgerDb, id?: string): Promise<PersonRow[]> {
  let query = db
    .selectFrom('users')
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .select(['users.id', 'email', 'name', 'role', 'disabled_at', 'users.created_at'])
    .select((eb) => [
      'invitations.created_at as invited_at',
      eb('password_hash', 'is not', null).as('has_password'),
      eb
        .exists(
          eb
            .selectFrom('oidc_subjects')
            .select('subject')
            .whereRef('oidc_subjects.user_id', '=', 'users.id'),
        )
        .as('is_provider'),
    ]);
  if (id !== undefined) query = query.where('users.id', '=', id);
  const rows = await query.execute();
  // SQLite has no boolean.
  return rows.map(({ has_password, is_provider, ...row }) => ({
    ...row,
    has_password: Boolean(has_password),
    is_provider: Boolean(is_provider),
  }));
}

/** True for who has a password here, or an identity at an OpenID provider. */
const hasSignIn = (eb: ExpressionBuilder<LedgerSchema, 'users'>) =>
  eb.or([
    eb('password_hash', 'is not', null),
    eb.exists(
      eb
        .selectFrom('oidc_subjects')
        .select('subject')
        .whereRef('oidc_subjects.user_id', '=', 'users.id'),
    ),
  ]);

/** Who can sign in: emails with their roles, in order. */
export async function whoSignsIn(db: LedgerDb): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select(['email', 'role'])
    .where('disabled_at', 'is', null)
    .where(hasSignIn)
    .orderBy('email')
    .execute();
  return rows.map(({ email, role }) => `${email} (${role})`);
}

/** The ids of the admins who can sign in: neither disabled nor only invited. */
export const ableAdmins = (db: LedgerDb) => ablePeople(db, 'admin');

/** Ids of the people of a role who can sign in. */
export async function ablePeople(db: LedgerDb, role: Role): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', role)
    .where('disabled_at', 'is', null)
    .where(hasSignIn)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Makes the changes of roles and access one after the other, at all instances: waits until no other transaction
 * is making one. The first statement of the transaction, so that what is read after it is current.
 */
export async function lockPeople(tx: LedgerDb) {
  const row = { name: 'people', holder: 'transaction', until: '' };
  await tx
    .insertInto('leases')
    .values(row)
    .onConflict((oc) => oc.column('name').doUpdateSet({ holder: row.holder }))
    .execute();
}

/** Adds or replaces a person's invitation. @param token_hash of the token in the link, which the ledger never holds */
export async function writeInvitation(
  tx: LedgerDb,
  { user_id, token_hash }: { user_id: string; token_hash: string },
  created_at: string,
) {
  await tx
    .insertInto('invitations')
    .values({ user_id, token_hash, created_at })
    .onConflict((oc) => oc.column('user_id').doUpdateSet({ token_hash, created_at }))
    .execute();
}

/** Whose invitation it is, or null if it was accepted or is older than `createdAfter` (ISO 8601). */
export async function findInvitation(
  db: LedgerDb,
  token_hash: string,
  createdAfter: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('invitations')
    .select('user_id')
    .where('token_hash', '=', token_hash)
    .where('created_at', '>=', createdAfter)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Deletes an invitation, by its token or its person. @returns false if there was none */
export async function removeInvitation(
  tx: LedgerDb,
  by: { token_hash: string } | { user_id: string },
): Promise<boolean> {
  const [column, value] =
    'token_hash' in by
      ? (['token_hash', by.token_hash] as const)
      : (['user_id', by.user_id] as const);
  const row = await tx
    .deleteFrom('invitations')
    .where(column, '=', value)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the first password of an invited person. @returns their e-mail; null if they are disabled or have one */
export async function setFirstPassword(
  tx: LedgerDb,
  user_id: string,
  password_hash: string,
): Promise<string | null> {
  const row = await tx
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', user_id)
    .where('password_hash', 'is', null)
    .where('disabled_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  return row?.email ?? null;
}

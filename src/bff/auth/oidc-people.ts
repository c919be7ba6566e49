import type { LedgerDb } from '../ledger/ledger.ts';
import { addSubject, findUserBySubject, refreshUser } from '../ledger/oidc.ts';
import { removeSessionsOf } from '../ledger/sessions.ts';
import { addUser, findUserByEmail, foldEmail, type UserRow } from '../ledger/users.ts';
import { OidcError } from './oidc-error.ts';
import type { OidcIdentity } from './oidc-identity.ts';

/**
 * The person of an identity, made at the first sign-in and refreshed at each. Never found by e-mail: at
 * many providers people choose theirs, and would so become somebody else here.
 * @throws OidcError no-role, no-email, email-taken, disabled
 */
export async function personOfIdentity(
  db: LedgerDb,
  identity: OidcIdentity,
  now: string,
): Promise<UserRow> {
  const { email, role, name } = identity;
  if (role === null) {
    const known = await findUserBySubject(db, identity);
    if (known) await removeSessionsOf(db, known.id);
    throw new OidcError('no-role');
  }
  if (email === null) throw new OidcError('no-email');
  return db.transaction().execute(async (trx) => {
    const known = await findUserBySubject(trx, identity);
    if (!known) {
      const user = await addUser(trx, { email, name, role, password_hash: null }, now);
      if (!user) throw new OidcError('email-taken');
      await addSubject(trx, identity, user.id);
      return user;
    }
    if (known.disabled_at !== null) throw new OidcError('disabled');
    if (known.role !== role) await removeSessionsOf(trx, known.id);
    const holder = await findUserByEmail(trx, email);
    const free = !holder || holder.id === known.id;
    const change = { name, role, email: free ? foldEmail(email) : known.email };
    return refreshUser(trx, known.id, change);
  });
}

import { argon2Sync, randomBytes } from 'node:crypto';
import { demoAccounts } from '../../src/bff/auth/demo-accounts.ts';
import { addUser, type UserRow } from '../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import type { Role } from '../../src/contract/api/session.ts';

type NewPerson = {
  email: string;
  password?: string;
  name?: string;
  role?: Role;
  /** ISO 8601 */
  at?: string;
};

/** Adds a person who can sign in with the password, if they have one. */
export async function addPerson(db: LedgerDb, person: NewPerson): Promise<UserRow> {
  const { email, password, name = '', role = 'sender', at = new Date().toISOString() } = person;
  const password_hash = password === undefined ? null : cheapHash(password);
  const user = await addUser(db, { email, name, role, password_hash }, at);
  if (!user) throw new Error(`${email} was there`);
  return user;
}

// The names that the server gives these accounts.
const names: Record<Role, string> = {
  sender: 'Sam Sender',
  approver: 'Ari Approver',
  support: 'Sue Support',
  auditor: 'Otto Auditor',
  admin: 'Ada Admin',
};

/** Adds the demo accounts, as the server does with a sandbox. */
export async function addDemoAccounts(db: LedgerDb) {
  for (const account of demoAccounts) {
    await addPerson(db, { ...account, name: names[account.role] });
  }
}

/** A cheap password hash that the server accepts; the real cost took most of a spec's time. */
function cheapHash(message: string): string {
  const [memory, passes, parallelism, nonce] = [8, 1, 1, randomBytes(16)];
  const cost = { memory, passes, parallelism, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message, nonce, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${hash}`;
}

import type { Role } from '../../contract/api/session.ts';
import { removeSessionsOf } from '../ledger/people/sessions.ts';
import { addUser, changeUser } from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { hashPassword, publicCost } from './passwords.ts';
import { resetSecondFactor } from './second-factors.ts';

const password = 'sandbox';

/** The users of the sandbox. They never exist with a real service. */
export const demoAccounts = [
  { email: 'sender@giro.example', password, role: 'sender' },
  { email: 'approver@giro.example', password, role: 'approver' },
  { email: 'support@giro.example', password, role: 'support' },
  { email: 'auditor@giro.example', password, role: 'auditor' },
  { email: 'admin@giro.example', password, role: 'admin' },
] as const satisfies { email: string; password: string; role: Role }[];

const names: Record<Role, string> = {
  sender: 'Sam Sender',
  approver: 'Ari Approver',
  support: 'Sue Support',
  auditor: 'Otto Auditor',
  admin: 'Ada Admin',
};

/**
 * Creates the demo users. Those that exist are enabled again with their own role and password, which the
 * sign-in page shows, and without a second factor: `closeDemoAccounts` disabled them, or somebody changed these.
 */
export async function ensureDemoAccounts(db: LedgerDb, now: string) {
  const password_hash = await hashPassword(password, publicCost);
  for (const { email, role } of demoAccounts) {
    const known = await changeUser(db, email, { disabled_at: null, role, password_hash });
    if (known) {
      await db.transaction().execute((tx) => resetSecondFactor(tx, known.id, Date.parse(now)));
      continue;
    }
    await addUser(db, { email, name: names[role], role, password_hash }, now);
  }
}

/** Disables the demo users in a ledger that the sandbox has used: their passwords are public. */
export async function closeDemoAccounts(db: LedgerDb, now: string) {
  for (const { email } of demoAccounts) {
    const user = await changeUser(db, email, { disabled_at: now });
    if (user) await removeSessionsOf(db, user.id);
  }
}

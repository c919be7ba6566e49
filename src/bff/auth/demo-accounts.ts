import type { Role } from '../../contract/api/session.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { removeSessionsOf } from '../ledger/sessions.ts';
import { addUser, changeUser, findUserByEmail } from '../ledger/users.ts';
import { hashPassword } from './passwords.ts';

/** Who can sign in to the sandbox, and nowhere else. */
export const demoAccounts = [
  { email: 'sender@giro.example', password: 'sandbox', role: 'sender' },
  { email: 'support@giro.example', password: 'sandbox', role: 'support' },
] as const satisfies { email: string; password: string; role: Role }[];

const names = { sender: 'Sam Sender', support: 'Sue Support' };

/** Opens them, and lets in again who was closed out. */
export async function ensureDemoAccounts(db: LedgerDb, now: string) {
  for (const { email, password, role } of demoAccounts) {
    if (await findUserByEmail(db, email)) {
      await changeUser(db, email, { disabled_at: null });
      continue;
    }
    const password_hash = await hashPassword(password);
    await addUser(db, { email, name: names[role], role, password_hash }, now);
  }
}

/** Their passwords are public, so a ledger that the sandbox has used lets none of them in any more. */
export async function closeDemoAccounts(db: LedgerDb, now: string) {
  for (const { email } of demoAccounts) {
    const user = await changeUser(db, email, { disabled_at: now });
    if (user) await removeSessionsOf(db, user.id);
  }
}

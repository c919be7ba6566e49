import type { Role } from '../../contract/api/session.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { addUser, findUserByEmail } from '../ledger/users.ts';
import { hashPassword } from './passwords.ts';

/** Who can sign in to the sandbox. They exist nowhere else. */
export const demoAccounts = [
  { email: 'sender@giro.example', password: 'sandbox', role: 'sender' },
  { email: 'support@giro.example', password: 'sandbox', role: 'support' },
] as const satisfies { email: string; password: string; role: Role }[];

const names = { sender: 'Sam Sender', support: 'Sue Support' };

export async function ensureDemoAccounts(db: LedgerDb, now: string) {
  for (const { email, password, role } of demoAccounts) {
    if (await findUserByEmail(db, email)) continue;
    const password_hash = await hashPassword(password);
    await addUser(db, { email, name: names[role], role, password_hash }, now);
  }
}

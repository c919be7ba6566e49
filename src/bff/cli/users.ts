import * as z from 'zod/mini';
import { roles } from '../../contract/api/session.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { removeSessionsOf } from '../ledger/sessions.ts';
import { addUser, changeUser, listUsers, type UserRow } from '../ledger/users.ts';
import { timestamp } from '../lib/timestamp.ts';
import {
  auditCommand,
  type CommandContext,
  changeLedger,
  parseOptions,
  printable,
  UsageError,
  withLedger,
} from './command.ts';

const minPasswordLength = 12;

/** Adds a person, unless somebody has that e-mail already. */
export async function addUserCommand({ args, config, say, readStdin, now }: CommandContext) {
  const { values, positionals } = parseOptions(args, {
    role: { type: 'string' },
    name: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  });
  const email = readEmail(positionals);
  const role = readRole(values.role);
  if (!values.name) throw new UsageError('give --name NAME');
  const { name } = values;
  const password_hash = values['password-stdin'] ? await readPassword(readStdin) : null;
  if (password_hash === null) throw new UsageError('give --password-stdin and the password on it');
  return changeLedger(config, async (db) => {
    const created_at = timestamp(now());
    const user = await addUser(db, { email, name, role, password_hash }, created_at);
    if (user) await audit(db, 'user-add', user, role, now());
    say(user ? `${user.email} can sign in as ${role}` : `${email} is there already`);
    return user ? 0 : 1;
  });
}

/** A line each: e-mail, role, name, and whether they can sign in, between tabs. */
export function list({ config, say }: CommandContext) {
  return withLedger(config, async (db) => {
    for (const user of await listUsers(db)) {
      const { email, role, name, disabled_at } = user;
      const cells = [email, role, name, disabled_at ? 'disabled' : 'active'];
      say(cells.map(printable).join('\t'));
    }
    return 0;
  });
}

/** Ends every session of the person at once. */
export async function disable(context: CommandContext) {
  const disabled_at = timestamp(context.now());
  return change(
    context,
    { disabled_at },
    'user-disable',
    (user) => `${user.email} can't sign in any more`,
  );
}

/** Ends their sessions too, so that nobody goes on as what they were. */
export async function role(context: CommandContext) {
  const wanted = readRole(parseOptions(context.args, {}).positionals[1]);
  return change(
    context,
    { role: wanted },
    'user-role',
    (user) => `${user.email} is ${user.role} now`,
  );
}

/** Sets a password, and lets a disabled person in again. */
export async function password(context: CommandContext) {
  const { values } = parseOptions(context.args, { 'password-stdin': { type: 'boolean' } });
  if (!values['password-stdin']) {
    throw new UsageError('give --password-stdin and the password on it');
  }
  const password_hash = await readPassword(context.readStdin);
  return change(
    context,
    { password_hash, disabled_at: null },
    'user-password',
    (user) => `${user.email} has a new password`,
  );
}

async function change(
  { args, config, say, now }: CommandContext,
  values: Parameters<typeof changeUser>[2],
  action: string,
  done: (user: UserRow) => string,
): Promise<number> {
  const { positionals } = parseOptions(args, { 'password-stdin': { type: 'boolean' } });
  const email = readEmail(positionals);
  return changeLedger(config, async (db) => {
    const user = await changeUser(db, email, values);
    if (!user) {
      say(`there is no ${email}; npm run giro -- user list shows who there is`);
      return 1;
    }
    await removeSessionsOf(db, user.id);
    await audit(db, action, user, values.role ?? 'done', now());
    say(done(user));
    return 0;
  });
}

function audit(db: LedgerDb, action: string, { id }: UserRow, outcome: string, now: number) {
  return auditCommand(db, { action, subject: `user ${id}`, outcome }, now);
}

function readEmail([email]: string[]): string {
  const parsed = z.safeParse(z.email(), email);
  if (!parsed.success) throw new UsageError('give an e-mail address');
  return parsed.data;
}

function readRole(text: string | undefined) {
  const parsed = z.safeParse(z.enum(roles), text);
  if (!parsed.success) throw new UsageError(`give a role: ${roles.join(' or ')}`);
  return parsed.data;
}

async function readPassword(readStdin: () => Promise<string>): Promise<string> {
  const text = await readStdin();
  if (text.length < minPasswordLength) {
    throw new UsageError(`a password needs ${minPasswordLength} characters or more`);
  }
  return hashPassword(text);
}

import * as z from 'zod/mini';
import {
  maxPasswordLength,
  minPasswordLength,
  newPassword,
} from '../../contract/api/own-account.ts';
import { roles } from '../../contract/api/session.ts';
import { foldText } from '../../contract/text.ts';
import { hashPassword } from '../auth/passwords.ts';
import { isLastAdmin } from '../auth/people.ts';
import { resetSecondFactor } from '../auth/second-factors.ts';
import { addNews } from '../ledger/news/news.ts';
import { removePasswordLinks } from '../ledger/people/password-links.ts';
import { lockPeople, removeInvitation } from '../ledger/people/people.ts';
import { removeSessionsOf } from '../ledger/people/sessions.ts';
import {
  addUser,
  changeUser,
  findUserByEmail,
  isErased,
  listUsers,
  type UserRow,
} from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { timestamp } from '../lib/timestamp.ts';
import {
  auditCommand,
  type CommandContext,
  changeLedger,
  lastAdmin,
  parseOptions,
  printable,
  readEmail,
  UsageError,
  unknownUser,
  withLedger,
} from './command.ts';

/** Adds a user with a password. Exit code 1 when the email is taken. */
export async function addUserCommand({ args, config, say, readStdin, now }: CommandContext) {
  const { values, positionals } = parseOptions(args, {
    role: { type: 'string' },
    name: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  });
  const email = readEmail(positionals);
  const role = readRole(values.role);
  const name = foldText('name', values.name ?? '');
  if (name === '') throw new UsageError('add --name NAME');
  const password_hash = values['password-stdin'] ? await readPassword(readStdin) : null;
  if (password_hash === null)
    throw new UsageError('add --password-stdin and write the password to the standard input');
  return changeLedger(config, async (db) => {
    const created_at = timestamp(now());
    const user = await addUser(db, { email, name, role, password_hash }, created_at);
    if (user) await audit(db, 'user-add', user, role, now());
    say(user ? `${user.email} can now sign in as ${role}` : `${email} already exists`);
    return user ? 0 : 1;
  });
}

/** Prints one user a line, separated by tabs: email, role, name, active or disabled. */
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

/** Disables a user and ends their sessions. */
export async function disable(context: CommandContext) {
  const disabled_at = timestamp(context.now());
  return change(
    context,
    { disabled_at },
    'user-disable',
    (user) => `${user.email} can no longer sign in`,
  );
}

/** Changes a user's role and ends their sessions: open pages would go on with the old role. */
export async function role(context: CommandContext) {
  const wanted = readRole(parseOptions(context.args, {}).positionals[1]);
  return change(
    context,
    { role: wanted },
    'user-role',
    (user) => `${user.email} now has the role ${user.role}`,
  );
}

/** Sets a password, ends the user's sessions, and enables a disabled user. */
export async function password(context: CommandContext) {
  const { values } = parseOptions(context.args, { 'password-stdin': { type: 'boolean' } });
  if (!values['password-stdin']) {
    throw new UsageError('add --password-stdin and write the password to the standard input');
  }
  const password_hash = await readPassword(context.readStdin);
  return change(
    context,
    { password_hash, disabled_at: null },
    'user-password',
    (user) => `${user.email} has a new password`,
  );
}

/** Takes all second factors from a person who lost them, and ends their sessions. Exit code 1 if there is none. */
export async function resetFactors({ args, config, say, now }: CommandContext) {
  const email = readEmail(parseOptions(args, {}).positionals);
  return changeLedger(config, async (db) => {
    const user = await findPresent(db, email, say);
    if (!user) return 1;
    const { had } = await resetSecondFactor(db, user.id, now());
    await audit(db, 'factor-reset', user, had ? 'done' : 'none', now());
    say(had ? `${user.email} has no second factor any more` : `${user.email} had no second factor`);
    return had ? 0 : 1;
  });
}

/** The user with this email, unless they are erased: nobody may sign in as them again. Says why there is none. */
async function findPresent(db: LedgerDb, email: string, say: CommandContext['say']) {
  const user = await findUserByEmail(db, email);
  if (user && !isErased(user)) return user;
  say(user ? `${email} is erased` : unknownUser(email));
  return null;
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
    await lockPeople(db);
    const known = await findPresent(db, email, say);
    if (!known) return 1;
    const staysAdmin = !values.disabled_at && (values.role ?? 'admin') === 'admin';
    if (!staysAdmin && (await isLastAdmin(db, known.id))) {
      say(lastAdmin(email));
      return 1;
    }
    const user = await changeUser(db, email, values);
    if (!user) return 1;
    await removeSessionsOf(db, user.id);
    await removePasswordLinks(db, { user_id: user.id });
    if (values.role === undefined) await removeInvitation(db, { user_id: user.id });
    await audit(db, action, user, values.role ?? 'done', now());
    if (values.password_hash !== undefined) {
      const at = timestamp(now());
      await addNews(
        db,
        [{ user_id: user.id, kind: 'password-changed', subject: `password ${at}` }],
        at,
      );
    }
    say(done(user));
    return 0;
  });
}

function audit(db: LedgerDb, action: string, { id }: UserRow, outcome: string, now: number) {
  return auditCommand(db, { action, subject: `user ${id}`, outcome }, now);
}

function readRole(text: string | undefined) {
  const parsed = z.safeParse(z.enum(roles), text);
  if (!parsed.success) throw new UsageError(`the role must be ${roles.join(', ')}`);
  return parsed.data;
}

async function readPassword(readStdin: () => Promise<string>): Promise<string> {
  const text = await readStdin();
  if (!z.safeParse(newPassword, text).success) {
    throw new UsageError(
      `the password must have at least ${minPasswordLength} characters, and at most ${maxPasswordLength}`,
    );
  }
  return hashPassword(text);
}

import { existsSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { inviteRequest } from '../../contract/api/people.ts';
import type { Config } from '../config/config.ts';
import { doneMigrations } from '../ledger/keep/inspect.ts';
import { type AuditEntry, addAudit, commandLine } from '../ledger/people/audit.ts';
import { openLedger, openToInspect, pathOf } from '../ledger/store/ledger.ts';
import { LedgerError, ledgerError, shownUrl } from '../ledger/store/ledger-error.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Log } from '../service/log.ts';

export type CommandContext = {
  args: string[];
  config: Config;
  say: (line: string) => void;
  readStdin: () => Promise<string>;
  now: () => number;
  log: Log;
};

/** The command line is wrong: the message says how to write it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Parses the options of a command. @throws UsageError that names a wrong option */
export function parseOptions<T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: T,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The email that a command names first. @throws UsageError if it is none */
export function readEmail([email]: string[]): string {
  const parsed = z.safeParse(inviteRequest.shape.email, email);
  if (!parsed.success) throw new UsageError('write an email address, such as ana@example.com');
  return parsed.data;
}

/** @throws UsageError for a ledger in memory, which only the process of the sandbox can read */
export function requireOutOfMemory({ databaseUrl }: Pick<Config, 'databaseUrl'>) {
  if (databaseUrl !== 'sqlite::memory:') return;
  throw new UsageError(
    'The sandbox keeps its users in memory, out of reach of this command. Set DATABASE_URL, or REMITTANCE_* for a real service.',
  );
}

/**
 * Opens the ledger, which must exist, runs the work and closes the ledger.
 * @throws UsageError for a ledger in memory, which only the process of the sandbox can read
 * @throws LedgerError if there is none
 */
export async function withLedger<T>(
  config: Config,
  work: (db: LedgerDb) => Promise<T>,
): Promise<T> {
  requireOutOfMemory(config);
  await requireLedger(config.databaseUrl);
  const db = await openLedger(config.databaseUrl);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * A command that made a ledger would work on an empty one, and say that all went well, wherever DATABASE_URL is not the
 * server's.
 * @throws LedgerError if there is none
 */
export async function requireLedger(url: string): Promise<void> {
  const path = pathOf(url);
  if (path !== null && !existsSync(path)) throw noLedger(url);
  try {
    const db = await openToInspect(url);
    try {
      if ((await doneMigrations(db)).length === 0) throw noLedger(url);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    throw ledgerError(error, url);
  }
}

const noLedger = (url: string) =>
  new LedgerError(
    `there is no database of Giro at ${shownUrl(url)}, and this command makes none. Set DATABASE_URL as the server has it; a new database is made when Giro starts`,
  );

/** As `withLedger`, in one transaction: the change and its audit entry are written together or not at all. */
export function changeLedger<T>(config: Config, work: (db: LedgerDb) => Promise<T>): Promise<T> {
  return withLedger(config, (db) => db.transaction().execute(work));
}

/** What a command says of an email that no user has. */
export const unknownUser = (email: string) =>
  `no user has the email ${email}; to list users, run: npm run giro -- user list`;

/** What a command says that would leave Giro without an admin. */
export const lastAdmin = (email: string) =>
  `${email} is the last admin who can sign in; make somebody else an admin first`;

type Change = Pick<AuditEntry, 'action' | 'outcome'> & { subject: string };

/** Writes an audit entry for a change by the operator. It has no user: the command line has no sign-in. */
export async function auditCommand(db: LedgerDb, change: Change, now: number) {
  const at = timestamp(now);
  await addAudit(db, { ...change, at, user_id: null, request_id: commandLine });
}

/** Escapes invisible and control characters, so that a name can't forge a line of the output. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`,
  );
}

import { readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  checkBackup,
  contentOf,
  toNewFile,
  toStream,
  writeBackup,
} from '../ledger/keep/backup-file.ts';
import { createLedgerFrom, requireNoLedger } from '../ledger/keep/new-ledger.ts';
import { markRestored } from '../ledger/keep/restore.ts';
import { whoSignsIn } from '../ledger/people/people.ts';
import { openToInspect } from '../ledger/store/ledger.ts';
import { ledgerError, shownUrl } from '../ledger/store/ledger-error.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { storeNow } from '../ledger/store/store-clock.ts';
import { timestamp } from '../lib/timestamp.ts';
import {
  auditCommand,
  type CommandContext,
  parseOptions,
  printable,
  requireLedger,
  requireOutOfMemory,
  UsageError,
} from './command.ts';
import { fileFault, isOfFile } from './file-fault.ts';

/** Writes the whole ledger, while Giro runs: into a new file, which it reads again, or to standard output. */
export async function backup({ args, config, now, say }: CommandContext): Promise<number> {
  const target = targetIn(args);
  requireOutOfMemory(config);
  const url = config.databaseUrl;
  await requireLedger(url);
  const db = await openToInspect(url).catch((error: unknown) => {
    throw ledgerError(error, url);
  });
  try {
    const made_at = timestamp(await storeNow(db, now));
    const { tallies, place, deleted } = await write(db, made_at, target);
    const rows = [...tallies.values()].reduce((sum, { rows }) => sum + rows, 0);
    say(`${rows} rows of ${shownUrl(url)} are in ${place}, as of ${made_at}`);
    say('Keep it like a password: it holds names, password hashes and sealed keys');
    if (deleted.length > 0) say(`Deleted, because they are older: ${deleted.join(', ')}`);
    return 0;
  } catch (error) {
    throw isOfFile(error) ? fileFault(error, pathOf(target), 'backup') : ledgerError(error, url);
  } finally {
    await db.destroy();
  }
}

type Target =
  | { to: 'output' }
  | { to: 'file'; path: string }
  /** `keep`: how many backups stay in the folder; undefined: all. */
  | { to: 'folder'; path: string; keep: number | undefined };

const pathOf = (target: Target) => (target.to === 'output' ? null : target.path);

function targetIn(args: string[]): Target {
  const { values, positionals } = parseOptions(args, {
    to: { type: 'string' },
    in: { type: 'string' },
    keep: { type: 'string' },
  });
  const given = [...positionals, values.to, values.in].filter((one) => one !== undefined);
  const [path = '', ...others] = given;
  if (path === '' || others.length > 0) {
    throw new UsageError('name one file, or write --to - or --in FOLDER');
  }
  if (values.keep !== undefined && values.in === undefined) {
    throw new UsageError('--keep needs --in FOLDER, where the backups are');
  }
  if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep)) {
    throw new UsageError('write after --keep how many backups stay, 1 or more');
  }
  if (values.in !== undefined) {
    const keep = values.keep === undefined ? undefined : Number(values.keep);
    return { to: 'folder', path: resolve(path), keep };
  }
  if (values.to !== '-') return { to: 'file', path: resolve(path) };
  if (process.stdout.isTTY) {
    throw new UsageError('standard output is a terminal. Write behind it: > FILE, or | COMMAND');
  }
  return { to: 'output' };
}

/** Whether standard output takes a backup, and so nothing that is said. */
export const isBackupToOutput = ([command, ...args]: readonly string[]): boolean =>
  command === 'backup' &&
  args.some((arg, at) => arg === '--to=-' || (arg === '--to' && args[at + 1] === '-'));

async function write(db: LedgerDb, made_at: string, target: Target) {
  if (target.to === 'output') {
    const { tallies } = await writeBackup(db, made_at, toStream(process.stdout));
    return { tallies, place: 'standard output', deleted: [] };
  }
  if (target.to === 'file') {
    await writeBackup(db, made_at, toNewFile(target.path));
    return { ...(await checkBackup(target.path)), place: target.path, deleted: [] };
  }
  const name = `giro-${made_at.replaceAll(':', '')}.backup`;
  const place = join(target.path, name);
  // If the process is killed, the file does not have the name of a whole backup.
  const part = `${place}.part`;
  await writeBackup(db, made_at, toNewFile(part));
  const { tallies } = await checkBackup(part);
  await rename(part, place);
  const { keep } = target;
  const deleted = keep === undefined ? [] : await deleteOlder(target.path, name, keep);
  return { tallies, place, deleted };
}

/**
 * Deletes older backups, but for those that `--keep` leaves, and what killed processes left.
 * @param made the one just made. It stays, also if a clock that was wrong gave others a later name
 */
async function deleteOlder(folder: string, made: string, keep: number): Promise<string[]> {
  const dated = /^giro-\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z\.backup(\.part)?$/;
  const names = (await readdir(folder)).filter((name) => dated.test(name) && name !== made);
  const [parts = [], whole = []] = [true, false].map((is) =>
    names.filter((name) => name.endsWith('.part') === is).toSorted(),
  );
  // A part with a later name may be of a process that runs.
  const left = parts.filter((name) => name < made);
  const deleted = [...whole.slice(0, Math.max(0, whole.length - keep + 1)), ...left];
  for (const name of deleted) await rm(join(folder, name), { force: true });
  return deleted;
}

/** Makes the database in DATABASE_URL of a backup. It stays held until `release`. */
export async function restore(context: CommandContext): Promise<number> {
  const { config, now, say } = context;
  const file = fileIn(context);
  requireOutOfMemory(config);
  const url = config.databaseUrl;
  await requireNoLedger(url);
  const found = await checkBackup(file).catch((error: unknown) => {
    throw isOfFile(error) ? fileFault(error, file, 'backup') : error;
  });
  const { made_at, version } = found;
  let who: string[] = [];
  await createLedgerFrom(url, contentOf(file, found), {
    async finish(tx) {
      who = await whoSignsIn(tx);
      const at = await storeNow(tx, now);
      await markRestored(tx, made_at, timestamp(at));
      const outcome = `backup of ${made_at}`;
      await auditCommand(tx, { action: 'restore', subject: 'database', outcome }, at);
    },
  });
  say(
    `${shownUrl(url)} holds the backup of ${made_at}, by Giro ${version}. Everybody is signed out`,
  );
  const signIn = who.length === 0 ? 'nobody' : who.map(printable).join(', ');
  say(`As of the backup these can sign in: ${signIn}`);
  say('Disable who was disabled since: npm run giro -- user disable EMAIL. Check roles too');
  say('It is on hold: Giro sends nothing and tells nobody until you run: npm run giro -- release');
  return 0;
}

function fileIn({ args }: Pick<CommandContext, 'args'>): string {
  const [file, ...others] = args;
  if (file === undefined || file.startsWith('-') || others.length > 0) {
    throw new UsageError('name one file');
  }
  return resolve(file);
}

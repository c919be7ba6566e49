import { resolve } from 'node:path';
import { checkBackup, contentOf, writeBackup } from '../ledger/backup-file.ts';
import { openToInspect } from '../ledger/ledger.ts';
import { LedgerError, ledgerError, shownUrl } from '../ledger/ledger-error.ts';
import { createLedgerFrom, requireNoLedger } from '../ledger/new-ledger.ts';
import { whoSignsIn } from '../ledger/people.ts';
import { markRestored } from '../ledger/restore.ts';
import { storeNow } from '../ledger/store-clock.ts';
import { causeCode } from '../lib/cause-code.ts';
import { timestamp } from '../lib/timestamp.ts';
import {
  auditCommand,
  type CommandContext,
  printable,
  requireLedger,
  requireOutOfMemory,
  UsageError,
} from './command.ts';

/** Writes the whole ledger into a new file, while Giro runs, and reads the file again. */
export async function backup(context: CommandContext): Promise<number> {
  const { config, now, say } = context;
  const file = fileIn(context);
  requireOutOfMemory(config);
  const url = config.databaseUrl;
  await requireLedger(url);
  const db = await openToInspect(url).catch((error: unknown) => {
    throw ledgerError(error, url);
  });
  try {
    const made_at = timestamp(await storeNow(db, now));
    await writeBackup(db, file, made_at);
    const { tallies } = await checkBackup(file);
    const rows = [...tallies.values()].reduce((sum, { rows }) => sum + rows, 0);
    say(`${rows} rows of ${shownUrl(url)} are in ${file}, as of ${made_at}`);
    say('Keep it like a password: it holds names, password hashes and sealed keys');
    return 0;
  } catch (error) {
    throw isOfFile(error) ? fileFault(error, file) : ledgerError(error, url);
  } finally {
    await db.destroy();
  }
}

/** Makes the database in DATABASE_URL of a backup. It stays held until `release`. */
export async function restore(context: CommandContext): Promise<number> {
  const { config, now, say } = context;
  const file = fileIn(context);
  requireOutOfMemory(config);
  const url = config.databaseUrl;
  await requireNoLedger(url);
  const found = await checkBackup(file).catch((error: unknown) => {
    throw isOfFile(error) ? fileFault(error, file) : error;
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

const isOfFile = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

/** One line on a file that can't be read or written. */
function fileFault(error: Error, file: string): LedgerError {
  const code = causeCode(error) ?? error.message;
  const whys: Record<string, string> = {
    EEXIST: 'exists. Name another: a backup is never written over',
    ENOENT: 'is not there. Check its path',
    EACCES: 'is closed to this user. Check the rights to it and its folder',
    ENOSPC: 'does not fit on its disk. Make room',
    EISDIR: 'is a folder. Name a file',
  };
  const why = whys[code] ?? 'can’t be used';
  return new LedgerError(`the file ${file} ${why} (${code})`, { cause: error });
}

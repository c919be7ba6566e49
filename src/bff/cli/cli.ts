import { pino } from 'pino';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { readEnvFile } from '../config/env-file.ts';
import { LedgerError, shownUrl } from '../ledger/store/ledger-error.ts';
import { version } from '../lib/version.ts';
import { ServiceError } from '../service/errors.ts';
import { assignOwner } from './assign-owner.ts';
import { audit } from './audit.ts';
import { backup, isBackupToOutput, restore } from './backup.ts';
import { explainService } from './check-service.ts';
import { type CommandContext, UsageError } from './command.ts';
import { doctor } from './doctor.ts';
import { move } from './move.ts';
import { personErase, personExport } from './person.ts';
import { isProofToOutput, prove } from './prove.ts';
import { release } from './release.ts';
import { acceptNewSecret, rotateSecret } from './secret.ts';
import { acceptService, deactivateToken, showToken } from './service.ts';
import { addUserCommand, disable, list, password, resetFactors, role } from './users.ts';

const usage = `Usage: giro COMMAND, or in the project's folder: npm run giro -- COMMAND

Users
  user add EMAIL --role sender|approver|support|auditor|admin --name NAME --password-stdin
  user list
  user disable EMAIL                      ends their sessions
  user role EMAIL sender|approver|support|auditor|admin    ends their sessions
  user password EMAIL --password-stdin    ends their sessions, enables a disabled user
  user reset-second-factor EMAIL          ends their sessions
  person export EMAIL                     prints, as JSON, what is held on them
  person erase EMAIL [--yes]              deletes it, but for the record of money

Accounts and transfers that the service already has
  adopt EMAIL --account ID [--with-transfers] [--undo]
  adopt EMAIL --transfer ID [--undo]
  adopt --from FILE [--with-transfers] [--undo]
                                          one per line: EMAIL account|transfer ID

Operation
  doctor [--mail-to EMAIL]
                    checks configuration, database, clock, sign-in and the service; asks the mail
                    server whether it takes mail to EMAIL, and sends none
  audit [--since TIME] [--user EMAIL] [--action NAME] [--subject 'transfer 9001'] [--request ID] [--limit N]
                    lists who did what, oldest first
  prove --since DAY [--until DAY] [--out FILE.csv] [--out FILE.html]
                    pairs every POST of these days (UTC) one to one with the service's list, and names
                    what does not pair; --out - writes the CSV to standard output
  backup FILE       writes the whole database to a new file, while Giro runs
  backup --to -     the same, to standard output
  backup --in FOLDER [--keep N]
                    the same, to a file named by the time; then deletes all but the N newest
  restore FILE      makes the database of a backup, on hold
  release [--dry-run] [--missing-ok]
                    compares a restored database with the service, then ends the hold
  move --to URL [--dry-run]
                    moves the database to PostgreSQL, or back to SQLite
  service accept    uses this database with the service in REMITTANCE_*
  secret rotate     encrypts with GIRO_SECRET what GIRO_SECRET_PREVIOUS encrypted
  secret accept     uses this database with another GIRO_SECRET, if the one before is lost
  token show        shows when the service token expires
  token deactivate  ends the service token
  --version         shows the version of Giro`;

type Command = (context: CommandContext) => Promise<number>;

const commands = new Map(
  Object.entries<Command>({
    'user add': addUserCommand,
    'user list': list,
    'user disable': disable,
    'user role': role,
    'user password': password,
    'user reset-second-factor': resetFactors,
    'users reset-second-factor': resetFactors,
    'person export': personExport,
    'person erase': personErase,
    adopt: assignOwner,
    audit,
    prove,
    backup,
    restore,
    release,
    move,
    'service accept': acceptService,
    'secret rotate': rotateSecret,
    'secret accept': acceptNewSecret,
    'token show': showToken,
    'token deactivate': deactivateToken,
    doctor,
  }),
);

/** After these the database is named, because a wrong DATABASE_URL would go unnoticed. `restore` and `move` name it. */
const changing = new Set([
  'user add',
  'user disable',
  'user role',
  'user password',
  'user reset-second-factor',
  'users reset-second-factor',
  'person erase',
  'adopt',
  'release',
  'service accept',
  'secret rotate',
  'secret accept',
  'token deactivate',
]);

/**
 * Runs one command. Returns the exit code: 0 done, 1 failed, 2 wrong usage; of `prove`, 3 or 4 for what it found.
 */
export async function runCommand(
  args: string[],
  context: Omit<CommandContext, 'args' | 'config'> & { env: NodeJS.ProcessEnv },
): Promise<number> {
  if (args[0] === '--version') {
    context.say(`giro ${version}`);
    return 0;
  }
  const words = commands.has(args.slice(0, 2).join(' ')) ? 2 : 1;
  const name = args.slice(0, words).join(' ');
  const command = commands.get(name);
  if (!command) {
    context.say(usage);
    return 2;
  }
  let config: Config | undefined;
  try {
    config = readConfig(context.env);
    const code = await command({ ...context, config, args: args.slice(words) });
    if (changing.has(name)) context.say(`Database: ${shownUrl(config.databaseUrl)}`);
    return code;
  } catch (error) {
    if (error instanceof UsageError) {
      context.say(`${error.message}\n\n${usage}`);
      return 2;
    }
    if (error instanceof ConfigError || error instanceof LedgerError) {
      context.say(error.message);
      return 1;
    }
    if (error instanceof ServiceError && config?.service) {
      context.say(explainService(error, config.service));
      return 1;
    }
    throw error;
  }
}

/** Runs the command of this process, with its environment and `.env`. */
async function main() {
  const args = process.argv.slice(2);
  // A file there is nothing to read along with words, and must arrive whole: its own writes fail.
  const isTaken = isBackupToOutput(args) || isProofToOutput(args);
  // `giro … | head` closes the pipe early. The command still finishes its work, so this is no error.
  process.stdout.on('error', (error) => {
    if (!isTaken && (!('code' in error) || error.code !== 'EPIPE')) throw error;
  });
  const say = (line: string) => (isTaken ? process.stderr : process.stdout).write(`${line}\n`);
  try {
    readEnvFile();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(error.message);
    return 1;
  }
  return runCommand(args, {
    env: process.env,
    say,
    readStdin: async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk);
      return Buffer.concat(chunks)
        .toString('utf8')
        .replace(/\r?\n$/, '');
    },
    now: () => Date.now(),
    log: pino({ level: 'silent' }),
  });
}

if (import.meta.main) process.exitCode = await main();

import { isLastAdmin } from '../auth/people.ts';
import {
  countOpenSends,
  countPersonRows,
  erasedTables,
  erasePerson,
  exportPerson,
  keptTables,
  overwriteDeleted,
  recipientIdsOf,
} from '../ledger/keep/personal-data.ts';
import { atOneMoment } from '../ledger/keep/tables.ts';
import { lockPeople } from '../ledger/people/people.ts';
import { findUserByEmail, type UserRow } from '../ledger/people/users.ts';
import { shownUrl } from '../ledger/store/ledger-error.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { timestamp } from '../lib/timestamp.ts';
import {
  auditCommand,
  type CommandContext,
  changeLedger,
  lastAdmin,
  parseOptions,
  readEmail,
  unknownUser,
  withLedger,
} from './command.ts';

/** Prints, as JSON, all that the ledger holds on a person. Exit code 1 if there is none. */
export async function personExport({ args, config, say, now }: CommandContext): Promise<number> {
  const email = readEmail(parseOptions(args, {}).positionals);
  return withLedger(config, async (db) => {
    const made_at = timestamp(now());
    const found = await atOneMoment(db, async (tx) => {
      const person = await findUserByEmail(tx, email);
      return person && { id: person.id, held: await exportPerson(tx, person) };
    });
    if (!found) {
      say(unknownUser(email));
      return 1;
    }
    // Written first: who reads a person's data is on record even if the output is lost.
    const subject = `user ${found.id}`;
    await auditCommand(db, { action: 'person-export', subject, outcome: 'done' }, now());
    const database = shownUrl(config.databaseUrl);
    say(JSON.stringify({ made_at, database, ...found.held }, null, 2));
    return 0;
  });
}

/**
 * Erases a person with `--yes`; without, says what would be deleted and what kept. Exit code 1 if nobody was erased:
 * without `--yes`, if there is no such person, if they are the last admin, or if the outcome of a transfer of theirs is
 * not known yet.
 */
export async function personErase({ args, config, say, now }: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, { yes: { type: 'boolean' } });
  const email = readEmail(positionals);
  const code = await changeLedger(config, async (tx) => {
    await lockPeople(tx);
    const person = await findUserByEmail(tx, email);
    if (!person) {
      say(unknownUser(email));
      return 1;
    }
    const refusal = await whyNot(tx, person);
    if (refusal !== null) {
      say(refusal);
      return 1;
    }
    const { id } = person;
    const deleted = countsOf(await countPersonRows(tx, id, erasedTables));
    const kept = countsOf(await countPersonRows(tx, id, keptTables));
    const recipients = await recipientIdsOf(tx, id);
    if (values.yes) {
      await erasePerson(tx, person, timestamp(now()));
      const erased = { action: 'person-erase', subject: `user ${id}`, outcome: 'done' };
      await auditCommand(tx, erased, now());
    }
    say(
      values.yes
        ? `${email} is erased`
        : `${email} is not erased yet. Write --yes at the end to do it`,
    );
    say(`${values.yes ? 'Deleted' : 'To be deleted'}: name, email, password, ${deleted}`);
    say(`Kept for the record of money, under user ${id} without a name: ${kept}`);
    if (recipients.length > 0) {
      say(
        `The payment service still has their recipients: ask its operator to delete ${recipients.join(', ')}`,
      );
    }
    say('Backups and logs from before still hold the person. Erase again after a restore');
    return 0;
  });
  if (code !== 0 || !values.yes) return 1;
  if (!(await withLedger(config, overwriteDeleted))) {
    say('Giro reads the database now: its file -wal may hold the person until Giro restarts');
  }
  return 0;
}

async function whyNot(tx: LedgerDb, { id, email }: UserRow): Promise<string | null> {
  if (await isLastAdmin(tx, id)) return lastAdmin(email);
  const open = await countOpenSends(tx, id);
  if (open === 0) return null;
  const transfers = open === 1 ? '1 transfer' : `${open} transfers`;
  return `${email} has ${transfers} whose outcome is not known yet; resolve that first, so that they can still be told`;
}

const countsOf = (counts: readonly [table: string, rows: number][]) =>
  counts.length === 0 ? 'nothing' : counts.map(([table, rows]) => `${rows} in ${table}`).join(', ');

import { secretsOf } from '../config/secrets.ts';
import { acceptSecret, renewals, replaceSealed } from '../ledger/keep/sealed-values.ts';
import { findUser } from '../ledger/people/users.ts';
import { timestamp } from '../lib/timestamp.ts';
import {
  auditCommand,
  type CommandContext,
  changeLedger,
  printable,
  UsageError,
} from './command.ts';

/**
 * Encrypts with GIRO_SECRET what GIRO_SECRET_PREVIOUS encrypted, in one transaction, while Giro runs. Exit code 1 if
 * neither decrypts a value; the others are done all the same. The service's token is not: a new one replaces it soon.
 */
export async function rotateSecret({ config, say, now }: CommandContext) {
  const secrets = secretsOf(config);
  if (!secrets) throw new UsageError('set GIRO_SECRET, and GIRO_SECRET_PREVIOUS to the one before');
  return changeLedger(config, async (db) => {
    const { renewed, current, lost } = await renewals(db, secrets);
    for (const [value, sealed] of renewed) await replaceSealed(db, value, sealed);
    const outcome = `${renewed.length} renewed, ${lost.length} lost`;
    await auditCommand(db, { action: 'secret-rotate', subject: 'GIRO_SECRET', outcome }, now());
    say(`${renewed.length} encrypted anew with GIRO_SECRET, ${current} already were`);
    if (lost.length === 0) {
      say('GIRO_SECRET_PREVIOUS may go, once no instance has an earlier GIRO_SECRET');
      return 0;
    }
    say(
      `${lost.length} can't be decrypted. Set GIRO_SECRET_PREVIOUS to the GIRO_SECRET they were made with`,
    );
    return 1;
  });
}

/** Goes on with GIRO_SECRET after the one before is lost, and names who has to add their authenticator app again. */
export async function acceptNewSecret({ args, config, say, now }: CommandContext) {
  if (args.length > 0) throw new UsageError('secret accept takes no options');
  const secrets = secretsOf(config);
  if (!secrets) throw new UsageError('set GIRO_SECRET to the one that this database goes on with');
  return changeLedger(config, async (db) => {
    const { lost } = await renewals(db, secrets);
    await acceptSecret(db, secrets, timestamp(now()));
    const outcome = `${lost.length} lost`;
    await auditCommand(db, { action: 'secret-accept', subject: 'GIRO_SECRET', outcome }, now());
    say('this database now belongs to this GIRO_SECRET');
    const owners = new Set(lost.filter((one) => one.of === 'totp').map(({ id }) => id));
    for (const id of owners) {
      const email = (await findUser(db, id))?.email ?? `user ${id}`;
      say(
        `the authenticator app of ${printable(email)} is lost: npm run giro -- user reset-second-factor`,
      );
    }
    if (lost.some((one) => one.of === 'push-keys')) {
      say('the keys of notifications are lost: each browser gets new ones when it opens Giro');
    }
    return 0;
  });
}

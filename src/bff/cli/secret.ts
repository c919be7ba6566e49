import { totpSeal } from '../auth/totp.ts';
import { secretsOf } from '../config/secrets.ts';
import { replaceSealed, type SealedValue, sealedValues } from '../ledger/keep/sealed-values.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { Secrets } from '../lib/sealed.ts';
import { pushKeysSeal } from '../news/push-keys.ts';
import { auditCommand, type CommandContext, changeLedger, UsageError } from './command.ts';

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
    const outcome = `${renewed.length} renewed, ${lost} lost`;
    await auditCommand(db, { action: 'secret-rotate', subject: 'GIRO_SECRET', outcome }, now());
    say(`${renewed.length} encrypted anew with GIRO_SECRET, ${current} already were`);
    if (lost === 0) {
      say('GIRO_SECRET_PREVIOUS may go, once no instance has an earlier GIRO_SECRET');
      return 0;
    }
    say(
      `${lost} can't be decrypted. Set GIRO_SECRET_PREVIOUS to the GIRO_SECRET they were made with`,
    );
    return 1;
  });
}

/** What rotation would do with each encrypted value: write it anew, nothing as it is `current`, or it is `lost`. */
export async function renewals(db: LedgerDb, secrets: Secrets) {
  const renewed: [SealedValue, sealed: string][] = [];
  let [current, lost] = [0, 0];
  for (const value of await sealedValues(db)) {
    const seal = value.of === 'totp' ? totpSeal(secrets, value.id) : pushKeysSeal(secrets);
    const sealed = seal.renew(value.sealed);
    if (sealed === null) lost += 1;
    else if (sealed === value.sealed) current += 1;
    else renewed.push([value, sealed]);
  }
  return { renewed, current, lost };
}

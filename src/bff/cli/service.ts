import { changeService, serviceOf } from '../ledger/service.ts';
import { fingerprintOf } from '../ledger-service.ts';
import { auditCommand, type CommandContext, changeLedger, UsageError } from './command.ts';

/** Takes the service that REMITTANCE_* name for the one whose ids the ledger holds: it only moved. */
export async function acceptService({ args, config, say, now }: CommandContext): Promise<number> {
  if (args.length > 0) throw new UsageError('service accept takes no more words');
  const { service } = config;
  if (!service) throw new UsageError('Set REMITTANCE_* to the service to accept first.');
  const fingerprint = fingerprintOf(service);
  return changeLedger(config, async (db) => {
    if ((await serviceOf(db)) === fingerprint) {
      say(`the ledger is for ${service.baseUrl} and ${service.clientId} already`);
      return 0;
    }
    await changeService(db, fingerprint, new Date(now()).toISOString());
    const subject = `service ${fingerprint}`;
    await auditCommand(db, { action: 'service-accept', subject, outcome: 'done' }, now());
    say(`the ledger is for ${service.baseUrl} and ${service.clientId} now`);
    return 0;
  });
}

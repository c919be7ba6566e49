import { changeService, serviceOf } from '../ledger/service.ts';
import { createHoldingTokenStore, fingerprintOf } from '../ledger-service.ts';
import { timestamp } from '../lib/timestamp.ts';
import { createSealedTokenStore } from '../sealed-token-store.ts';
import { createService, type Service } from '../service/service.ts';
import {
  auditCommand,
  type CommandContext,
  changeLedger,
  UsageError,
  withLedger,
} from './command.ts';

/** Shows when the shared token ends; never its value. */
export async function showToken(context: CommandContext): Promise<number> {
  return withService(context, async ({ tokens }) => {
    const token = await tokens.describe();
    const minutes = token ? Math.floor(token.remaining_ms / 60_000) : 0;
    context.say(
      token ? `a token until ${token.expires_at}, ${minutes} minutes from now` : 'no token is kept',
    );
    return 0;
  });
}

/** Ends the shared token at the service. The next call of a running Giro obtains another. */
export async function deactivateToken(context: CommandContext): Promise<number> {
  return withService(context, async ({ tokens }) => {
    const ended = await tokens.deactivate();
    context.say(ended ? 'the token is ended at the service' : 'no token is kept');
    return 0;
  });
}

/**
 * Runs with the real service, by the token that all instances share.
 * @throws UsageError where there is none: the sandbox and its ids live and end in its own process
 */
export async function withService<T>(
  { config, now, log }: CommandContext,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const { service: access, secret } = config;
  if (!access || secret === null) {
    throw new UsageError('The sandbox lives in its own process. Set REMITTANCE_* first.');
  }
  return withLedger(config, async (db) => {
    const audience = `${access.baseUrl} ${access.clientId}`;
    const sealed = createSealedTokenStore({ db, secret, audience, now, log });
    const tokenStore = createHoldingTokenStore(sealed, { db, access, now, log });
    const service = createService({ ...access, tokenStore, log });
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  });
}

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
    await changeService(db, fingerprint, timestamp(now()));
    const subject = `service ${fingerprint}`;
    await auditCommand(db, { action: 'service-accept', subject, outcome: 'done' }, now());
    say(`the ledger is for ${service.baseUrl} and ${service.clientId} now`);
    return 0;
  });
}

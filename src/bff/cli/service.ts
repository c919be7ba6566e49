import { secretsOf } from '../config/secrets.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import {
  changeService,
  createBindingTokenStore,
  fingerprintOf,
  serviceOf,
} from '../ledger/store/service.ts';
import { createSealedTokenStore } from '../ledger/store/token.ts';
import { timestamp } from '../lib/timestamp.ts';
import { createService, type Service } from '../service/service.ts';
import {
  auditCommand,
  type CommandContext,
  changeLedger,
  UsageError,
  withLedger,
} from './command.ts';

/** Prints when the shared service token expires; never its value. */
export async function showToken(context: CommandContext): Promise<number> {
  return withService(context, async ({ tokens }) => {
    const token = await tokens.describe();
    const minutes = token ? Math.floor(token.remaining_ms / 60_000) : 0;
    context.say(
      token ? `the token expires at ${token.expires_at}, in ${minutes} min` : 'no token is stored',
    );
    return 0;
  });
}

/** Deactivates the shared token at the service (contract 4.1). A running Giro obtains another. */
export async function deactivateToken(context: CommandContext): Promise<number> {
  return withService(context, async ({ tokens }) => {
    const ended = await tokens.deactivate();
    context.say(ended ? 'the token is deactivated at the service' : 'no token is stored');
    return 0;
  });
}

/**
 * Runs the work with the real service and the token that all instances share.
 * @throws UsageError without a real service: the sandbox exists only in the process that starts it
 */
export async function withService<T>(
  context: CommandContext,
  work: (service: Service, db: LedgerDb) => Promise<T>,
): Promise<T> {
  requireService(context);
  return withLedger(context.config, (db) =>
    withServiceOver(context, db, (service) => work(service, db)),
  );
}

/**
 * The same over a ledger that is open. It writes the token if that has to be renewed, as an instance does.
 * @throws UsageError without a real service
 */
export async function withServiceOver<T>(
  context: CommandContext,
  db: LedgerDb,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const { now, log } = context;
  const { access, secrets } = requireService(context);
  const audience = `${access.baseUrl} ${access.clientId}`;
  const sealed = createSealedTokenStore({ db, secrets, audience, now, log });
  const tokenStore = createBindingTokenStore(sealed, { db, access, now, log });
  const service = createService({ ...access, tokenStore, log });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

function requireService({ config }: Pick<CommandContext, 'config'>) {
  const { service: access } = config;
  const secrets = secretsOf(config);
  if (access && secrets) return { access, secrets };
  throw new UsageError('this command needs a real service: set the three REMITTANCE_* variables');
}

/** Binds the ledger to the service in REMITTANCE_*, for a service that moved to another address or client. */
export async function acceptService({ args, config, say, now }: CommandContext): Promise<number> {
  if (args.length > 0) throw new UsageError('service accept takes no options');
  const { service } = config;
  if (!service) throw new UsageError('set REMITTANCE_* to the service that this database is for');
  const fingerprint = fingerprintOf(service);
  return changeLedger(config, async (db) => {
    if ((await serviceOf(db)) === fingerprint) {
      say(`this database already belongs to ${service.baseUrl}, client ${service.clientId}`);
      return 0;
    }
    await changeService(db, fingerprint, timestamp(now()));
    const subject = `service ${fingerprint}`;
    await auditCommand(db, { action: 'service-accept', subject, outcome: 'done' }, now());
    say(`this database now belongs to ${service.baseUrl}, client ${service.clientId}`);
    return 0;
  });
}

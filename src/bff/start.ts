import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { closeDemoAccounts, ensureDemoAccounts } from './auth/demo-accounts.ts';
import type { Config, ServiceAccess } from './config/config.ts';
import { openLedger } from './ledger/ledger.ts';
import { createHoldingTokenStore, holdToService, refuseOther } from './ledger-service.ts';
import { timestamp } from './lib/timestamp.ts';
import { createSealedTokenStore } from './sealed-token-store.ts';
import { createServer, type ServerDeps } from './server.ts';
import { createService } from './service/service.ts';

/** Starts a service that stands in for the real one; only the entry points know how. */
export type StartSandbox = () => Promise<ServiceAccess & { close(): Promise<void> }>;

type Parts = {
  config: Config;
  log: FastifyBaseLogger;
  startSandbox: StartSandbox;
  appFolder: string | null;
  /** How long sendings without an answer are looked for; ten minutes unless told. */
  reconcile?: NonNullable<ServerDeps['reconcile']>;
};

/**
 * Store, service and server together. Closing the server closes them all, in the right order.
 * @throws ConfigError when the ledger is for another service
 */
export async function start(parts: Parts): Promise<FastifyInstance> {
  const { config, log, appFolder, reconcile = {} } = parts;
  const db = await openLedger(config.databaseUrl);
  const now = timestamp(Date.now());
  try {
    await (config.service ? refuseOther(db, config.service) : holdToService(db, null, now));
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const sandbox = config.service ? null : await parts.startSandbox();
  const access = config.service ?? sandbox;
  if (!access) throw new Error('there is no service to talk to');
  await (sandbox ? ensureDemoAccounts : closeDemoAccounts)(db, now);
  const { baseUrl, clientId, clientSecret } = access;
  const sealed = createSealedTokenStore({
    db,
    // The sandbox needs no secret: its tokens die with it.
    secret: config.secret ?? randomBytes(32).toString('base64'),
    audience: `${baseUrl} ${clientId}`,
    now: () => Date.now(),
    log,
  });
  const tokenStore = config.service
    ? createHoldingTokenStore(sealed, { db, access, now: () => Date.now(), log })
    : sealed;
  const service = createService({ baseUrl, clientId, clientSecret, tokenStore, log });
  const app = await createServer({
    config,
    db,
    client: service.client,
    tokens: service.tokens,
    log,
    appFolder,
    reconcile,
  });
  app.addHook('onClose', async () => {
    await service.close();
    await sandbox?.close();
    await db.destroy();
  });
  return app;
}

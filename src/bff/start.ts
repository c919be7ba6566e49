import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { closeDemoAccounts, ensureDemoAccounts } from './auth/demo-accounts.ts';
import type { Config, ServiceAccess } from './config/config.ts';
import { secretsOf } from './config/secrets.ts';
import { isHeld } from './ledger/store/holds.ts';
import { openLedger, pathOf } from './ledger/store/ledger.ts';
import { markServed } from './ledger/store/sqlite.ts';
import { bindToService, createBindingTokenStore, refuseOtherService } from './ledger-service.ts';
import { timestamp } from './lib/timestamp.ts';
import { createSealedTokenStore } from './sealed-token-store.ts';
import { createServer, type ServerDeps } from './server.ts';
import { createService } from './service/service.ts';

/** Starts the sandbox. Injected, because src/bff may not import src/sandbox. */
export type StartSandbox = () => Promise<ServiceAccess & { close(): Promise<void> }>;

type Parts = {
  config: Config;
  log: FastifyBaseLogger;
  startSandbox: StartSandbox;
  appFolder: string | null;
  /** Timing of the reconciler; by default it gives up after 10 minutes. */
  reconcile?: NonNullable<ServerDeps['reconcile']>;
  /** Timing of news, and the push services. */
  news?: NonNullable<ServerDeps['news']>;
};

/**
 * Opens the ledger, connects the service or the sandbox, and creates the server. Closing the server
 * closes all of them.
 * @throws ConfigError when the ledger belongs to another service
 */
export async function start(parts: Parts): Promise<FastifyInstance> {
  const { config, log, appFolder, reconcile = {}, news = {} } = parts;
  const db = await openLedger(config.databaseUrl, config.databaseConnections);
  const now = timestamp(Date.now());
  try {
    await (config.service ? refuseOtherService(db, config.service) : bindToService(db, null, now));
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const path = pathOf(config.databaseUrl);
  const served = path === null ? () => {} : markServed(path);
  if (served === null) {
    log.warn(
      'ledger: another Giro serves this SQLite file; stop one, or use PostgreSQL for several instances',
    );
  }
  if (await isHeld(db)) {
    log.warn('ledger: on hold, nothing is sent; run: npm run giro -- release');
  }
  const sandbox = config.service ? null : await parts.startSandbox();
  const access = config.service ?? sandbox;
  if (!access) throw new Error('there is no service to talk to');
  await (sandbox ? ensureDemoAccounts : closeDemoAccounts)(db, now);
  const { baseUrl, clientId, clientSecret, proxy } = access;
  const sealed = createSealedTokenStore({
    db,
    // The sandbox needs no secret: its tokens end with its process.
    secrets: secretsOf(config) ?? [randomBytes(32).toString('base64')],
    audience: `${baseUrl} ${clientId}`,
    now: () => Date.now(),
    log,
  });
  const tokenStore = config.service
    ? createBindingTokenStore(sealed, { db, access, now: () => Date.now(), log })
    : sealed;
  const service = createService({ baseUrl, clientId, clientSecret, proxy, tokenStore, log });
  const app = await createServer({
    config,
    db,
    client: service.client,
    tokens: service.tokens,
    log,
    appFolder,
    endCalls: service.end,
    reconcile,
    news,
  });
  app.addHook('onClose', async () => {
    await service.close();
    await sandbox?.close();
    await db.destroy();
    served?.();
  });
  return app;
}

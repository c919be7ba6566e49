import type { FastifyInstance } from 'fastify';
import { readConfig } from '../../src/bff/config/config.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { createServer, type ServerDeps } from '../../src/bff/server.ts';
import { createService, type ServiceOptions } from '../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../src/bff/service/token-store.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { addDemoAccounts } from './people.ts';
import { databaseOf, type Only } from './stores.ts';

export type Bff = {
  app: FastifyInstance;
  db: LedgerDb;
  sandbox: Sandbox;
  /** Stops the service. */
  stopService(): Promise<void>;
  /** Starts the service again at the same address. */
  startService(): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  /** Default: PostgreSQL if it is there, or what `env` names. */
  store?: Only;
  sandbox?: SandboxOptions;
  env?: Record<string, string>;
  reconcile?: NonNullable<ServerDeps['reconcile']>;
  tracking?: NonNullable<ServerDeps['tracking']>;
  news?: NonNullable<ServerDeps['news']>;
  orders?: NonNullable<ServerDeps['orders']>;
  timeouts?: NonNullable<ServiceOptions['timeouts']>;
  readStoreClock?: NonNullable<ServerDeps['readStoreClock']>;
  /** The address by which the BFF calls the sandbox at this one, such as that of a proxy. */
  through?: (url: string) => Promise<string>;
};

/** Starts the real BFF in process with its own sandbox, the demo accounts and an empty ledger. */
export async function startBff(options: Options = {}): Promise<Bff> {
  const { clock } = options.sandbox ?? {};
  const sandbox = createSandbox({ scenarios: { slow_ms: 1_500 }, ...options.sandbox });
  let listener = await sandbox.listen();
  const { url } = listener;
  const { env = {} } = options;
  const database = env.DATABASE_URL ? null : await databaseOf(options.store);
  const config = readConfig({ ...(database && { DATABASE_URL: database.url }), ...env });
  const db = await openLedger(config.databaseUrl, config.databaseConnections);
  await addDemoAccounts(db);
  const service = createService({
    baseUrl: (await options.through?.(url)) ?? url,
    clientId: sandbox.client_id,
    clientSecret: sandbox.client_secret,
    tokenStore: createMemoryTokenStore(),
    ...(options.timeouts ? { timeouts: options.timeouts } : {}),
  });
  const app = await createServer({
    config,
    db,
    client: service.client,
    tokens: service.tokens,
    appFolder: null,
    // The clock of the spec is the store's too.
    ...(clock ? { now: () => clock.now(), readStoreClock: async () => clock.now() } : {}),
    ...(options.reconcile ? { reconcile: options.reconcile } : {}),
    ...(options.tracking ? { tracking: options.tracking } : {}),
    ...(options.news ? { news: options.news } : {}),
    ...(options.orders ? { orders: options.orders } : {}),
    ...(options.readStoreClock ? { readStoreClock: options.readStoreClock } : {}),
  });
  await app.ready();
  return {
    app,
    db,
    sandbox,
    stopService: () => listener.close(),
    async startService() {
      listener = await sandbox.listen(Number(new URL(url).port));
    },
    async close() {
      await app.close();
      await listener.close();
      await service.close();
      await db.destroy();
      await database?.remove();
    },
  };
}

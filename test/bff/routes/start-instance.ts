import { onTestFinished } from 'vitest';
import { readConfig } from '../../../src/bff/config/config.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import { createServer, type ServerDeps } from '../../../src/bff/server.ts';
import { serviceAt } from '../service/service-that.ts';

type Options = {
  /** Added to an empty environment. */
  env?: Record<string, string>;
  clock?: Pick<ServerDeps, 'now' | 'readStoreClock'>;
};

/** Starts an instance of the server on the test's store, with a service that can't be reached. It ends with the test. */
export async function startInstance(url: string, { env = {}, clock = {} }: Options = {}) {
  const db = await openLedger(url);
  const { client } = serviceAt('http://127.0.0.1:9');
  const config = readConfig(env);
  const app = await createServer({ config, db, client, appFolder: null, ...clock });
  onTestFinished(async () => {
    await app.close();
    await db.destroy();
  });
  return app;
}

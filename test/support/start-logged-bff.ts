import { Writable } from 'node:stream';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../src/bff/config/config.ts';
import { start } from '../../src/bff/server.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { createBrowser } from './browser.ts';
import { databaseOf, type Only } from './stores.ts';

type Options = {
  /** Default: PostgreSQL if it is there, or what `env` names. */
  store?: Only;
  /** Default: a new one. It outlives the BFF. */
  sandbox?: Sandbox;
  env?: Record<string, string>;
  appFolder?: string;
  /** Default: the sandbox's secret. */
  clientSecret?: string;
  /** Default: the sandbox. */
  baseUrl?: string;
};

/** Starts store, service and server as in production, and collects every log line. */
export async function startLoggedBff(options: Options = {}) {
  const { env = {}, appFolder, clientSecret, baseUrl } = options;
  const { sandbox = createSandbox() } = options;
  const service = await sandbox.listen();
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const database = env.DATABASE_URL ? null : await databaseOf(options.store);
  const app = await start({
    config: readConfig({ ...(database && { DATABASE_URL: database.url }), ...env }),
    log: pino({ level: 'trace' }, stream),
    appFolder: appFolder ?? null,
    startSandbox: async () => ({
      baseUrl: baseUrl ?? service.url,
      clientId: sandbox.client_id,
      clientSecret: clientSecret ?? sandbox.client_secret,
      close: service.close,
    }),
  });
  await app.ready();
  onTestFinished(async () => {
    await app.close();
    await database?.remove();
  });
  return { app, sandbox, lines, browser: createBrowser(app), stopService: service.close };
}

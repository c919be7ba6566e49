import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { readConfig } from '../../src/bff/config.ts';
import { openLedger } from '../../src/bff/ledger/ledger.ts';
import { start } from '../../src/bff/start.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';

export type ServerOptions = {
  env?: Record<string, string>;
  /** The folder of the built app; without it only the API is served. */
  appFolder?: string | null;
  /** Runs before the server listens. */
  before?: (app: Awaited<ReturnType<typeof start>>) => void;
};

/** A secret that nothing else can look like. */
export const canary = (name: string) => `canary-${name}-${randomBytes(12).toString('hex')}`;

/** The real server over a sandbox of its own, listening, with a second hand on its ledger. */
export async function startServer({ env = {}, appFolder = null, before }: ServerOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'giro-security-'));
  const databaseUrl = env.DATABASE_URL ?? `sqlite:${join(folder, 'giro.db')}`;
  const client_secret = canary('client-secret');
  const giroSecret = canary('giro-secret');
  const sandbox = createSandbox({
    credentials: { client_id: 'giro', client_secret },
    scenarios: { slow_ms: 200 },
  });
  const tokens = new Set<string>();
  const service = createServer((request, response) => {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (bearer) tokens.add(bearer);
    sandbox.handle(request, response);
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const lines: string[] = [];
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const serviceUrl = `http://127.0.0.1:${portOf(service.address())}`;
  const app = await start({
    config: readConfig({ GIRO_SECRET: giroSecret, ...env, DATABASE_URL: databaseUrl }),
    log: pino({ level: 'trace' }, log),
    appFolder,
    startSandbox: async () => ({
      baseUrl: serviceUrl,
      clientId: sandbox.client_id,
      clientSecret: client_secret,
      close: async () => {
        service.closeAllConnections();
        await new Promise((done) => service.close(done));
      },
    }),
  });
  const db = await openLedger(databaseUrl);
  before?.(app);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    url,
    port: portOf(app.server.address()),
    db,
    sandbox,
    serviceUrl,
    databaseUrl,
    /** Every line that was logged, at the finest level. */
    lines,
    secrets: () => ({ client_secret, giroSecret, token: [...tokens].join() || 'no token yet' }),
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await db.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Server = Awaited<ReturnType<typeof startServer>>;

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  return address !== null && typeof address === 'object' ? address.port : 0;
}

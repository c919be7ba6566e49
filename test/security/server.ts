import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { readConfig } from '../../src/bff/config/config.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import { start } from '../../src/bff/server.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { canary } from '../support/canary.ts';

export type ServerOptions = {
  env?: Record<string, string>;
  /** The folder of the built app; without it only the API is served. */
  appFolder?: string | null;
  /** Runs before the server listens. */
  before?: (app: Awaited<ReturnType<typeof start>>) => void;
};

/** Starts the real server with its own sandbox, and opens its ledger for the test too. */
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
  const port = await freePort();
  const oidcSecret = canary('oidc-secret');
  // An unreachable provider: its routes exist, but no sign-in succeeds.
  const provider = {
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'giro',
    OIDC_CLIENT_SECRET: oidcSecret,
  };
  const serviceUrl = `http://127.0.0.1:${portOf(service.address())}`;
  const app = await start({
    config: readConfig({ GIRO_SECRET: giroSecret, ...provider, ...env, DATABASE_URL: databaseUrl }),
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
  const url = await app.listen({ host: '127.0.0.1', port });
  return {
    app,
    url,
    port,
    db,
    sandbox,
    serviceUrl,
    databaseUrl,
    /** Every log line, at level trace. */
    lines,
    secrets: () => ({
      client_secret,
      giroSecret,
      oidcSecret,
      token: [...tokens].join() || 'no token yet',
    }),
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await db.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** A free port. PUBLIC_ORIGIN needs it before the server listens. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const port = portOf(probe.address());
  await new Promise((done) => probe.close(done));
  return port;
}

import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { normalizePath, type Plugin, type ViteDevServer } from 'vite';
import type { readConfig } from '../src/bff/config/config.ts';
import type { withSandboxHold } from '../src/bff/config/hold.ts';
import type { start } from '../src/bff/server.ts';
import type { createSandbox } from '../src/sandbox/sandbox.ts';

type BffModules = {
  readConfig: typeof readConfig;
  withSandboxHold: typeof withSandboxHold;
  start: typeof start;
};
type SandboxModule = { createSandbox: typeof createSandbox };
type Running = { app: FastifyInstance; sandbox: RunningSandbox };
type RunningSandbox = Awaited<ReturnType<typeof startSandbox>>;

const served = /^\/(api|theme|manifest\.webmanifest|healthz|readyz)(\/|\?|$)/;

/** Runs the BFF inside the development server and restarts it when its code or the sandbox's is saved. */
export function bffInDevelopment(): Plugin {
  let stop = async () => {};
  return {
    name: 'giro-bff',
    apply: 'serve',
    configureServer(server) {
      const { logger } = server.config;
      let closed = false;
      // Restarts run one after the other: each save waits for the previous start.
      let current = startAll(server, null);
      const report = (started: Promise<Running>) =>
        started.catch((error: unknown) => {
          // A closing server cannot load code, so its failure is expected.
          if (!closed) logger.error(error instanceof Error ? String(error.stack) : String(error));
        });
      void report(current);

      const saved = (path: string) => {
        const file = normalizePath(relative(server.config.root, path));
        const [, part] = /^src\/(bff|contract|money|sandbox)\//.exec(file) ?? [];
        if (part === undefined || closed) return;
        const keepsSandbox = part === 'bff' || part === 'contract';
        current = current
          .then(
            async ({ app, sandbox }) => {
              await app.close();
              if (keepsSandbox) return sandbox;
              await sandbox.close();
              return null;
            },
            // A failed start has nothing to close, and the next one needs a new sandbox.
            () => null,
          )
          .then((sandbox) => startAll(server, sandbox));
        void report(current);
      };
      for (const event of ['change', 'add', 'unlink'] as const) server.watcher.on(event, saved);

      stop = async () => {
        closed = true;
        await current.then(
          async ({ app, sandbox }) => {
            await app.close();
            await sandbox.close();
          },
          () => {},
        );
      };
      server.middlewares.use((request, response, next) => {
        if (!served.test(request.url ?? '')) return next();
        current.then(({ app }) => app.routing(request, response), next);
      });
    },
    buildEnd: () => stop(),
  };
}

/** Starts the BFF from its current files, with the running sandbox or a new one with its own database. */
async function startAll(server: ViteDevServer, kept: RunningSandbox | null): Promise<Running> {
  // Vite invalidates modules too, but only after it has reported the save.
  server.moduleGraph.invalidateAll();
  const sandbox = kept ?? (await startSandbox(server));
  const modules: Partial<BffModules> = {
    ...(await server.ssrLoadModule('/src/bff/config/config.ts')),
    ...(await server.ssrLoadModule('/src/bff/config/hold.ts')),
    ...(await server.ssrLoadModule('/src/bff/server.ts')),
  };
  const { readConfig, withSandboxHold, start } = modules;
  if (!readConfig || !withSandboxHold || !start) throw new Error('the BFF cannot be loaded');
  const env = { DATABASE_URL: `sqlite:${sandbox.ledger}`, ...process.env };
  const app = await start({
    config: readConfig(withSandboxHold(env)),
    log: pino({ level: 'warn' }),
    appFolder: null,
    // The sandbox outlives the BFF, so the BFF must not close it.
    startSandbox: async () => ({ ...sandbox.access, close: async () => {} }),
  });
  await app.ready();
  return { app, sandbox };
}

async function startSandbox(server: ViteDevServer) {
  // Loaded through the server, because a module that the configuration imports restarts Vite on each save.
  const modules: Partial<SandboxModule> = await server.ssrLoadModule('/src/sandbox/sandbox.ts');
  if (!modules.createSandbox) throw new Error('the sandbox cannot be loaded');
  const sandbox = modules.createSandbox();
  const { url: baseUrl, close } = await sandbox.listen();
  const { client_id: clientId, client_secret: clientSecret } = sandbox;
  // A database file, so that sessions and recipients survive a restart of the BFF.
  const folder = join(server.config.cacheDir, 'giro');
  mkdirSync(folder, { recursive: true });
  const ledger = join(folder, `${Date.now()}.db`);
  return { access: { baseUrl, clientId, clientSecret }, ledger, close };
}

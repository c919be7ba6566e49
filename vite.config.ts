import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import type { readConfig } from './src/bff/config.ts';
import type { start } from './src/bff/start.ts';
import { catalogueParts } from './vite/catalogue-parts.ts';
import { sharedChunks } from './vite/chunks.ts';
import { adviceOnly, leanLibraries } from './vite/lean-libraries.ts';
import { pageParts } from './vite/page-parts.ts';
import { precompressed } from './vite/precompressed.ts';
import { prerendered } from './vite/prerender.ts';
import { pureSchemas } from './vite/pure-schemas.ts';
import { serviceWorker } from './vite/service-worker.ts';

type BffModules = { readConfig: typeof readConfig; start: typeof start };

/** Answers the BFF's paths in the development server, and takes up a change of its code. */
function bffInDevelopment(): Plugin {
  return {
    name: 'giro-bff',
    async configureServer(server) {
      const { createSandbox } = await import('./src/sandbox/sandbox.ts');
      const sandbox = createSandbox();
      const { url: baseUrl } = await sandbox.listen();
      const { client_id: clientId, client_secret: clientSecret } = sandbox;
      // A file, so that sessions and recipients outlive a change of the code, as the sandbox does.
      mkdirSync(join(server.config.cacheDir, 'giro'), { recursive: true });
      const ledger = join(server.config.cacheDir, 'giro', `${Date.now()}.db`);

      async function load(): Promise<FastifyInstance> {
        const load = (path: string) => server.ssrLoadModule(path);
        const modules: Partial<BffModules> = {
          ...(await load('/src/bff/config.ts')),
          ...(await load('/src/bff/start.ts')),
        };
        if (!modules.readConfig || !modules.start) throw new Error('the BFF can not be loaded');
        const app = await modules.start({
          config: modules.readConfig({ DATABASE_URL: `sqlite:${ledger}`, ...process.env }),
          log: pino({ level: 'warn' }),
          appFolder: null,
          startSandbox: async () => ({ baseUrl, clientId, clientSecret, close: async () => {} }),
        });
        await app.ready();
        return app;
      }

      let current = load();
      server.watcher.on('change', (path) => {
        if (!/\/src\/(bff|contract|money)\//.test(path)) return;
        const last = current;
        current = last.then((app) => app.close()).then(load, load);
        current.catch((error: unknown) => server.config.logger.error(String(error)));
      });
      server.middlewares.use((request, response, next) => {
        if (!/^\/(api|theme|manifest\.webmanifest|healthz|readyz)(\/|\?|$)/.test(request.url ?? ''))
          return next();
        current.then((app) => app.routing(request, response), next);
      });
    },
  };
}

export default defineConfig(({ mode }) => ({
  // React has it itself by now.
  resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
  plugins: [
    react(),
    lingui(),
    catalogueParts(),
    leanLibraries(),
    pureSchemas(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    pageParts(),
    prerendered(),
    serviceWorker(),
    precompressed(),
    mode === 'development' && bffInDevelopment(),
  ],
  // Nobody reads a class's name in what is built; in development it tells where it stands.
  css: { modules: mode === 'production' ? { generateScopedName: '[hash:base64:5]' } : {} },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // A hundredth smaller than the bundler's own: a thousand bytes of the first page. The wrapped
    // functions are compiled while the script comes, off the thread that the page needs.
    minify: 'terser',
    terserOptions: {
      module: true,
      compress: { passes: 3 },
      format: { wrap_func_args: true },
    },
    assetsInlineLimit: 0,
    // The page itself names the chunks that it needs, and one small stylesheet serves all pages.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_url, deps, { hostType }) => (hostType === 'html' ? deps : []),
    },
    cssCodeSplit: false,
    rolldownOptions: {
      treeshake: { manualPureFunctions: adviceOnly },
      output: {
        codeSplitting: { groups: sharedChunks },
      },
    },
  },
  test: {
    // Most specs wait more than they compute: two at once even on two cores.
    maxWorkers: 2,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/{money,contract,sandbox,bff}/**/*.spec.ts', 'test/*.spec.ts'],
          globalSetup: ['test/support/postgres-setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          environment: 'jsdom',
          include: ['test/app/**/*.spec.{ts,tsx}'],
          setupFiles: ['test/support/component-setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['test/{journeys,faults,security}/**/*.spec.ts'],
          globalSetup: ['test/support/journeys-setup.ts', 'test/support/postgres-setup.ts'],
          testTimeout: 90_000,
          // A browser on a busy machine may lose a key press; what is really broken fails twice.
          retry: 1,
          hookTimeout: 120_000,
        },
      },
    ],
  },
}));

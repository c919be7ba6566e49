import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import { isAtLength } from './test/support/at-length.ts';
import { createRunReport } from './test/support/run-report.ts';
import app from './vite.config.ts';

// `npm run test:quick`: the rules, and the parts that pages are made of. What catches most in least time: PostgreSQL,
// whole pages and whole servers are left to `npm test`, and so is what takes longest of the rest.
const quickUnits = [
  'test/{money,contract}/**/*.spec.ts',
  'test/bff/{ledger,lib,recipients,search,sends,service,tracking}/**/*.spec.ts',
  'test/{bare-strings,boundaries,no-sleep,picture,readme,words}.spec.ts',
];
const quickComponents = ['test/app/{accounts,form,ui}/**/*.spec.{ts,tsx}'];
const slow = [
  'test/bff/ledger/store/{one-version-back,opening}.spec.ts',
  'test/bff/sends/{limits-at-once,transfer-cases}.spec.ts',
  'test/bff/tracking/statement.spec.ts',
  'test/app/accounts/every-field.spec.tsx',
];

/** Specs of a worker share their modules, and so a browser: to start these anew took as long as many a test. */
const shared = { isolate: false, restoreMocks: true, unstubGlobals: true };

/** Component specs that a shared realm would blind: of what a page loads, of a replaced module, or without user-event. */
const ownRealm = [
  'test/app/page-loads.spec.tsx',
  'test/app/i18n/activate.spec.tsx',
  'test/app/pages/settings/passkeys.spec.tsx',
  'test/app/hydration/hydrated-part.spec.tsx',
  'test/app/router/scroll-key.spec.ts',
];

/** A machine that does something else too takes several times as long. */
const limits = { testTimeout: 60_000, hookTimeout: 60_000 };

const component = {
  environment: 'jsdom',
  setupFiles: ['test/support/component-setup.ts', 'test/support/seed-setup.ts'],
  // Of one element that a failing test prints.
  env: { DEBUG_PRINT_LIMIT: '600' },
  ...limits,
};

/** `npm run test:engines`: alone, because it needs engines that few machines have. */
const engines = {
  extends: true as const,
  test: {
    name: 'engines',
    environment: 'node' as const,
    include: ['test/engines/*.spec.ts'],
    globalSetup: [
      'test/support/chromium-setup.ts',
      'test/engines/oldest-chrome-setup.ts',
      'test/support/built-app-setup.ts',
    ],
    setupFiles: ['test/support/seed-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
};

export default defineConfig((env) => {
  const isQuick = env.mode === 'quick';
  return mergeConfig(
    app(env),
    defineConfig({
      test: {
        // Most specs wait more than they compute: three at once even on two cores.
        maxWorkers: 3,
        expect: { poll: { timeout: 10_000 } },
        // What needed a second try is told in one line, which must hold what moved.
        chaiConfig: { truncateThreshold: 2_000 },
        reporters: ['default', createRunReport()],
        projects: [
          {
            extends: true,
            test: {
              name: 'unit',
              environment: 'node',
              ...shared,
              include: isQuick
                ? quickUnits
                : ['test/{money,contract,sandbox,bff,support}/**/*.spec.ts', 'test/*.spec.ts'],
              exclude: isQuick ? slow : [],
              globalSetup: [
                'test/support/sqlite-setup.ts',
                ...(isQuick ? [] : ['test/support/postgres-setup.ts']),
              ],
              setupFiles: [
                'test/support/seed-setup.ts',
                ...(isAtLength ? [] : ['test/support/quick-hashes.ts']),
              ],
              ...limits,
            },
          },
          {
            extends: true,
            test: {
              name: 'component',
              ...component,
              ...shared,
              include: isQuick
                ? quickComponents
                : ['test/{app,support}/**/*.spec.tsx', 'test/app/**/*.spec.ts'],
              exclude: [...ownRealm, ...(isQuick ? slow : [])],
            },
          },
          {
            extends: true,
            test: {
              name: 'component-own-realm',
              ...component,
              include: ownRealm,
              // So that the page's modules can be loaded anew with all that they share.
              server: { deps: { inline: [/@lingui/] } },
            },
          },
          {
            extends: true,
            test: {
              name: 'faults',
              environment: 'node',
              include: ['test/{deploy,faults,security}/**/*.spec.ts'],
              globalSetup: [
                'test/support/chromium-setup.ts',
                'test/support/sqlite-setup.ts',
                'test/support/postgres-setup.ts',
                'test/support/built-app-setup.ts',
              ],
              setupFiles: ['test/support/seed-setup.ts'],
              testTimeout: 90_000,
              hookTimeout: 120_000,
            },
          },
          {
            extends: true,
            test: {
              name: 'journeys',
              environment: 'node',
              ...shared,
              include: ['test/journeys/*.spec.ts'],
              globalSetup: [
                'test/support/chromium-setup.ts',
                'test/support/sqlite-setup.ts',
                'test/support/built-app-setup.ts',
              ],
              setupFiles: ['test/support/seed-setup.ts'],
              testTimeout: 90_000,
              hookTimeout: 120_000,
              // A browser on a busy machine may lose a key press; what is really broken fails twice, and the
              // run's last lines name what needed its second try. A race or a property takes no second try:
              // test(name, { retry: 0 }, work), for what shows once in many runs must fail the run.
              retry: 1,
            },
          },
          ...(env.mode === 'engines' ? [engines] : []),
        ],
      },
    }),
  );
});

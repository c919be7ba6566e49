import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../src/bff/cli.ts';
import { ConfigError, readConfig } from '../../src/bff/config.ts';
import { start } from '../../src/bff/start.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { createBrowser } from '../support/browser.ts';
import { startWhole } from './start-whole.ts';

test('the demo accounts open the sandbox, and no real service even on its ledger', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'giro-start-'));
  const env = { DATABASE_URL: `sqlite:${join(folder, 'giro.db')}` };
  const sandbox = createSandbox();
  const service = await sandbox.listen();
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const first = await startWhole({ env });
  expect((await first.browser.signIn('sender')).status).toBe(200);
  await first.app.close();

  const realEnv = {
    ...env,
    REMITTANCE_BASE_URL: service.url,
    REMITTANCE_CLIENT_ID: sandbox.client_id,
    REMITTANCE_CLIENT_SECRET: sandbox.client_secret,
    GIRO_SECRET: 'a secret of thirty-two characters',
  };
  const startReal = () =>
    start({
      config: readConfig(realEnv),
      log: pino({ level: 'silent' }),
      appFolder: null,
      startSandbox: () => Promise.reject(new Error('a real service needs no sandbox')),
    });
  // What the sandbox's people have would be somebody else's there.
  await expect(startReal()).rejects.toThrow(ConfigError);
  const silent = { info() {}, warn() {}, error() {} };
  const context = { say() {}, readStdin: async () => '', now: () => Date.now(), log: silent };
  expect(await runCommand(['service', 'accept'], { ...context, env: realEnv })).toBe(0);
  const app = await startReal();
  const real = createBrowser(app);
  expect((await real.signIn('sender')).status).toBe(401);
  for (const [name, value] of first.browser.cookies) real.cookies.set(name, value);
  expect((await real.call('GET', '/api/session')).status).toBe(401);
  const { body: settings } = await real.call('GET', '/api/settings');
  expect(settings).toMatchObject({ sandbox: false, demo_accounts: [] });
  expect((await real.call('GET', '/readyz')).body).toEqual({ store: true, service: true });
  await app.close();

  await expect(startWhole({ env })).rejects.toThrow(/another service/);
});

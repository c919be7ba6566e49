import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished, vi } from 'vitest';
import { readConfig } from '../../src/bff/config/config.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import { rendererFile } from '../../src/bff/page/renderer.ts';
import { createServer } from '../../src/bff/server.ts';
import { createService } from '../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../src/bff/service/token-store.ts';
import type { PageRenderer } from '../../src/contract/api/rendered-page.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { addDemoAccounts } from './people.ts';

const html =
  '<!doctype html><html lang="en"><head><title>Giro</title></head>' +
  '<body><div id="root"></div></body></html>';

/** Starts the BFF with a built app whose renderer is `renderPage`. Closes it after the test. */
export async function startRenderingBff(
  renderPage: PageRenderer['renderPage'],
  options: { sandbox?: SandboxOptions; pageWaitMs?: number } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'giro-page-'));
  mkdirSync(join(folder, 'server'));
  writeFileSync(join(folder, 'index.html'), html);
  // The BFF imports the built file itself, so the test's function comes through a global.
  const code = 'export const renderPage = (visit) => globalThis.renderPageInTest(visit);';
  writeFileSync(join(folder, rendererFile), code);
  vi.stubGlobal('renderPageInTest', renderPage);

  const sandbox = createSandbox({ ...options.sandbox });
  const listener = await sandbox.listen();
  const config = readConfig({});
  const db = await openLedger(config.databaseUrl);
  await addDemoAccounts(db);
  const service = createService({
    baseUrl: listener.url,
    clientId: sandbox.client_id,
    clientSecret: sandbox.client_secret,
    tokenStore: createMemoryTokenStore(),
  });
  const logged: string[] = [];
  const app = await createServer({
    config,
    db,
    client: service.client,
    appFolder: folder,
    ...(options.pageWaitMs === undefined ? {} : { pageWaitMs: options.pageWaitMs }),
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  });
  await app.ready();
  onTestFinished(async () => {
    vi.unstubAllGlobals();
    await app.close();
    await listener.close();
    await service.close();
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  return { app, db, logged };
}

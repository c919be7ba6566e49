import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../src/bff/config/config.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import { rendererFile } from '../../src/bff/page/renderer.ts';
import { createServer } from '../../src/bff/server.ts';
import { createService } from '../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../src/bff/service/token-store.ts';
import type { RenderPage } from '../../src/contract/api/rendered-page.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { addDemoAccounts } from './people.ts';

const html =
  '<!doctype html><html lang="en"><head><title>Giro</title></head>' +
  '<body><div id="root"></div></body></html>';

/**
 * Starts the BFF with a built app. Closes it after the test.
 * @param renderer of its pages; a text is the built file, which runs in a thread
 */
export async function startRenderingBff(
  renderer: RenderPage | string,
  options: { sandbox?: SandboxOptions; pageWaitMs?: number } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'giro-page-'));
  writeFileSync(join(folder, 'index.html'), html);
  if (typeof renderer === 'string') {
    mkdirSync(join(folder, dirname(rendererFile)));
    writeFileSync(join(folder, rendererFile), renderer);
  }

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
    ...(typeof renderer === 'string' ? {} : { renderPage: renderer }),
    ...(options.pageWaitMs === undefined ? {} : { pageWaitMs: options.pageWaitMs }),
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  });
  await app.ready();
  onTestFinished(async () => {
    await app.close();
    await listener.close();
    await service.close();
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  return { app, db, logged };
}

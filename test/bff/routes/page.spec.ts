import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readConfig } from '../../../src/bff/config.ts';
import { start } from '../../../src/bff/start.ts';
import { firstData } from '../../../src/contract/api/first-data.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { createBrowser } from '../../support/browser.ts';

let app: Awaited<ReturnType<typeof start>>;
const folder = mkdtempSync(join(tmpdir(), 'giro-page-'));

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<head><title>Giro</title></head><body></body>');
  const sandbox = createSandbox();
  const { url: baseUrl, close } = await sandbox.listen();
  const { client_id: clientId, client_secret: clientSecret } = sandbox;
  app = await start({
    config: readConfig({}),
    log: pino({ level: 'silent' }),
    appFolder: folder,
    startSandbox: async () => ({ baseUrl, clientId, clientSecret, close }),
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function firstDataAt(path: string, role?: 'sender' | 'support') {
  const browser = createBrowser(app);
  if (role) await browser.signIn(role);
  // Once by itself, so that the service's answers are there in time.
  await browser.fetch(path);
  const html = await (await browser.fetch(path)).text();
  const [, json = ''] = /id="first-data">(.*?)<\/script>/s.exec(html) ?? [];
  return { html, data: z.parse(firstData, JSON.parse(json)), browser };
}

test('whoever is signed out is told so with the page, and nothing else of the API', async () => {
  const { data } = await firstDataAt('/transfers/501');
  expect(Object.keys(data)).toEqual(['/api/session', '/api/settings']);
  expect(data['/api/session']?.status).toBe(401);
});

test.each([
  ['/', ['/api/countries', '/api/currencies', '/api/sends?state=unconfirmed']],
  ['/recipients', ['/api/destination_accounts', '/api/countries']],
  [
    '/transfers?state=pending',
    ['/api/transfers?limit=50&state=pending', '/api/currencies', '/api/sends?state=unconfirmed'],
  ],
])('%s brings what the same reads answer', async (path, reads) => {
  const { data, browser } = await firstDataAt(path, 'sender');
  expect(Object.keys(data)).toEqual(['/api/session', '/api/settings', ...reads]);
  for (const url of reads.filter((url) => !url.includes('transfers'))) {
    expect(data[url]).toEqual({ status: 200, body: (await browser.call('GET', url)).body });
  }
});

test("another's recipient is not in the page", async () => {
  const { data } = await firstDataAt('/recipients/501', 'sender');
  expect(Object.keys(data)).not.toContain('/api/destination_accounts/501');
});

test('an address can not write into the page', async () => {
  const { html, data } = await firstDataAt('/transfers?q=%3C/script%3E%3Cb%3E', 'sender');
  expect(html).not.toContain('</script><b>');
  expect(Object.keys(data)).toContain('/api/transfers?limit=50&q=%3C%2Fscript%3E%3Cb%3E');
});

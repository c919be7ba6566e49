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
import { addRecipient } from '../../support/recipients.ts';

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
  [
    '/?source_amount_currency=CLP&destination_amount_currency=COP&country_id=6',
    [
      '/api/countries',
      '/api/currencies',
      '/api/sends?state=unconfirmed',
      '/api/rates?country_id=6&destination_currency=COP&source_currency=CLP',
    ],
  ],
  ['/recipients/new?country_id=6', ['/api/countries', '/api/banks?country_name=Colombia']],
  ['/send', ['/api/countries', '/api/currencies', '/api/sends?state=unconfirmed']],
  ['/sign-in', ['/api/countries', '/api/currencies', '/api/sends?state=unconfirmed']],
  ['/support', []],
])('%s brings what the same reads answer', async (path, reads) => {
  const { data, browser } = await firstDataAt(path, 'sender');
  expect(Object.keys(data).sort()).toEqual(['/api/session', '/api/settings', ...reads].sort());
  for (const url of reads.filter((url) => !url.includes('transfers'))) {
    expect(data[url]).toEqual({ status: 200, body: (await browser.call('GET', url)).body });
  }
});

test("another's recipient is not in the page", async () => {
  const { data } = await firstDataAt('/recipients/501', 'sender');
  expect(Object.keys(data)).not.toContain('/api/destination_accounts/501');
});

test('what an answer leads to comes with it: the banks of an account, what was begun with a key', async () => {
  const browser = createBrowser(app);
  await browser.signIn('sender');
  const { id } = await addRecipient(browser);
  const [account, banks] = [`/api/destination_accounts/${id}`, '/api/banks?country_name=Colombia'];
  const { data } = await firstDataAt(`/recipients/${id}/edit`, 'sender');
  expect(Object.keys(data)).toEqual(expect.arrayContaining([account, banks]));

  const key = crypto.randomUUID();
  const sending = {
    destination_account_id: id,
    source_amount_cents: '100000',
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
  };
  const sent = await browser.call('POST', '/api/transfers', sending, { 'idempotency-key': key });
  const like = `${new URLSearchParams(sending)}`;
  const { data: check } = await firstDataAt(`/send?${like}&country_id=6&key=${key}`, 'sender');
  expect(Object.keys(check)).toEqual(
    expect.arrayContaining([
      account,
      banks,
      `/api/sends?key=${key}`,
      `/api/transfers/${sent.body.id}`,
    ]),
  );
});

test('an address can not write into the page', async () => {
  const { html, data } = await firstDataAt('/transfers?q=%3C/script%3E%3Cb%3E', 'sender');
  expect(html).not.toContain('</script><b>');
  expect(Object.keys(data)).toContain('/api/transfers?limit=50&q=%3C%2Fscript%3E%3Cb%3E');
});

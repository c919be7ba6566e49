import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { readConfig } from '../../../src/bff/config/config.ts';
import { start } from '../../../src/bff/start.ts';
import { initialData } from '../../../src/contract/api/initial-data.ts';
import { createSandbox, type SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, asShown } from '../../support/recipients.ts';

let app: Awaited<ReturnType<typeof start>>;
const folder = mkdtempSync(join(tmpdir(), 'giro-page-'));

async function startOver(options: SandboxOptions = {}) {
  const sandbox = createSandbox(options);
  const { url: baseUrl, close } = await sandbox.listen();
  const { client_id: clientId, client_secret: clientSecret } = sandbox;
  const started = await start({
    config: readConfig({}),
    log: pino({ level: 'silent' }),
    appFolder: folder,
    startSandbox: async () => ({ baseUrl, clientId, clientSecret, close }),
  });
  await started.ready();
  return started;
}

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<head><title>Giro</title></head><body></body>');
  app = await startOver();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function initialDataAt(path: string, role?: 'sender' | 'support', of = app) {
  const browser = createBrowser(of);
  if (role) await browser.signIn(role);
  // Once by itself, so that the service's answers are there in time.
  await browser.fetch(path);
  const html = await (await browser.fetch(path)).text();
  const [, json = ''] = /id="initial-data">(.*?)<\/script>/s.exec(html) ?? [];
  return { html, data: z.parse(initialData, JSON.parse(json)), browser };
}

test('whoever is signed out is told so with the page, and nothing else of the API', async () => {
  const { data } = await initialDataAt('/transfers/501');
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
  const { data, browser } = await initialDataAt(path, 'sender');
  expect(Object.keys(data).sort()).toEqual(['/api/session', '/api/settings', ...reads].sort());
  for (const url of reads.filter((url) => !url.includes('transfers'))) {
    expect(data[url]).toEqual({ status: 200, body: (await browser.call('GET', url)).body });
  }
});

test('a search that could not look everywhere is left to the page', async () => {
  const path = '/transfers?q=nobody';
  const whole = await initialDataAt(path, 'support');
  expect(Object.keys(whole.data)).toContain('/api/transfers?limit=50&q=nobody');
  const odd = await startOver({ transfers: 3, odd: ['rows'] });
  onTestFinished(() => odd.close());
  const { data, browser } = await initialDataAt(path, 'support', odd);
  const { body } = await browser.call('GET', '/api/transfers?limit=50&q=nobody');
  expect(body.missing).toEqual(['some-recipients', 'some-transfers']);
  expect(Object.keys(data)).not.toContain('/api/transfers?limit=50&q=nobody');
});

test("another's recipient is not in the page", async () => {
  const { data } = await initialDataAt('/recipients/501', 'sender');
  expect(Object.keys(data)).not.toContain('/api/destination_accounts/501');
});

test('what an answer leads to comes with it: the banks of an account, what was begun with a key', async () => {
  const browser = createBrowser(app);
  await browser.signIn('sender');
  const { id } = await addRecipient(browser);
  const [account, banks] = [`/api/destination_accounts/${id}`, '/api/banks?country_name=Colombia'];
  const { data } = await initialDataAt(`/recipients/${id}/edit`, 'sender');
  expect(Object.keys(data)).toEqual(expect.arrayContaining([account, banks]));

  const key = crypto.randomUUID();
  const sending = {
    destination_account_id: id,
    source_amount_cents: '100000',
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
  };
  const body = await asShown(browser, sending);
  const sent = await browser.call('POST', '/api/transfers', body, { 'idempotency-key': key });
  const like = `${new URLSearchParams(sending)}`;
  const { data: check } = await initialDataAt(`/send?${like}&country_id=6&key=${key}`, 'sender');
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
  const { html, data } = await initialDataAt('/transfers?q=%3C/script%3E%3Cb%3E', 'sender');
  expect(html).not.toContain('</script><b>');
  expect(Object.keys(data)).toContain('/api/transfers?limit=50&q=%3C%2Fscript%3E%3Cb%3E');
});

const anyKey = '00000000-0000-4000-8000-000000000000';

const statuses: [path: string, status: number][] = [
  ['/', 200],
  ['/sign-in?next=/transfers', 200],
  ['/sign-in/', 200],
  ['/send', 200],
  ['/recipients/', 200],
  ['/Recipients/new', 200],
  ['/recipients/101', 200],
  ['/recipients/101/edit', 200],
  ['/transfers?q=101', 200],
  // Whether there is one, and whose, the page finds out.
  ['/transfers/123', 200],
  [`/sends/${anyKey}`, 200],
  ['/support', 200],
  ['/support/health', 200],
  ['/shell', 200],
  ['/recipients/101~', 404],
  ['/recipients/0101', 404],
  ['/transfers/123/edit', 404],
  ['/support.bak', 404],
  ['/nothing', 404],
];

test.each([[undefined], ['sender' as const], ['support' as const]])(
  'an address of no page is answered 404 with the app in it, any other 200 (%s)',
  async (role) => {
    const browser = createBrowser(app);
    if (role) await browser.signIn(role);
    const answered: typeof statuses = [];
    for (const [path] of statuses) {
      const answer = await browser.fetch(path);
      answered.push([path, answer.status]);
      expect(await answer.text()).toContain('<title>Giro</title>');
    }
    expect(answered).toEqual(statuses);
  },
);

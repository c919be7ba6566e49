import type { RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/bff/config/config.ts';
import { own } from '../../../src/bff/ledger/people/owners.ts';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { accountFingerprint } from '../../../src/bff/recipients/account-fingerprint.ts';
import { createServer as createBff } from '../../../src/bff/server.ts';
import { createService } from '../../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../../src/bff/service/token-store.ts';
import { createBrowser } from '../../support/browser.ts';
import { addDemoAccounts } from '../../support/people.ts';
import { openTestLedger } from '../../support/stores.ts';

const megabytes = 1024 * 1024;
const spaces = Buffer.alloc(megabytes, 0x20);

function pour(response: ServerResponse, size: number) {
  let left = size;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= spaces.length;
      if (!response.write(spaces)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

/** Answers that are not what the contract says. */
const bad: [string, RequestListener][] = [
  ['an HTML page', (_, res) => res.setHeader('content-type', 'text/html').end('<html>secret')],
  ['nothing', (_, res) => res.end()],
  ['JSON cut short', (_, res) => res.end('[{"id":1,"name":"secr')],
  [
    'a body cut short',
    (_, res) => {
      res.writeHead(200, { 'content-length': 900 });
      res.write('[{"id":1,', () => res.destroy());
    },
  ],
  ['a number', (_, res) => res.end('7')],
  ['null', (_, res) => res.end('null')],
  ['a list in a list', (_, res) => res.end('[[]]')],
  ['values of a wrong type', (_, res) => res.end('[{"id":"secret","name":7,"state":[]}]')],
  ['an object with a prototype', (_, res) => res.end('{"__proto__":{"id":1},"id":{}}')],
  ['a nesting too deep', (_, res) => res.end('['.repeat(200_000))],
  ['bytes that are no text', (_, res) => res.end(Buffer.from([0xff, 0xfe, 0x00, 0x80]))],
  [
    'an encoding that was not accepted',
    (_, res) => res.writeHead(200, { 'content-encoding': 'br' }).end('x'),
  ],
  ['50 MB', (_, res) => pour(res, 50 * megabytes)],
];

const account = { alias: 'Ana', category: 'wallet' };
const quote =
  'source_amount_cents=5&source_amount_currency=USD&destination_amount_currency=COP&country_id=1';
const calls: [string, string, unknown?][] = [
  ['GET', '/api/countries'],
  ['GET', '/api/currencies'],
  ['GET', '/api/banks?country_name=Chile'],
  ['GET', `/api/quotes?${quote}`],
  ['GET', '/api/destination_accounts'],
  ['GET', '/api/destination_accounts/7'],
  ['POST', '/api/destination_accounts', account],
  ['PUT', '/api/destination_accounts/7', account],
  ['GET', '/api/transfers'],
  ['GET', '/api/transfers/9'],
];

const wallet = { id: '7', alias: 'Ana', category: 'wallet', additional_data: '0xA1' } as const;
const currencies = ['USD', 'COP'].map((iso_code) => ({
  name: iso_code,
  iso_code,
  subunit_to_unit: 100,
}));
/** The answers that are read before a transfer is created. */
const good = {
  '/api/v3/transfers': '[]',
  '/api/v3/currencies': JSON.stringify(currencies),
  '/api/v3/destination_account/7': JSON.stringify({ ...wallet, id: 7 }),
};
let answer: RequestListener = (_, res) => res.end();
let db: LedgerDb;
let app: Awaited<ReturnType<typeof createBff>>;
let service: ReturnType<typeof createService>;
let browser: ReturnType<typeof createBrowser>;
const server = createServer((request, response) => {
  if (!request.url?.includes('/auth/')) return answer(request, response);
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  response.end(JSON.stringify({ token: 'token', expires_at }));
});

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  db = await openTestLedger();
  await addDemoAccounts(db);
  const sender = await findUserByEmail(db, 'sender@giro.example');
  for (const [kind, id] of [
    ['account', '7'],
    ['transfer', '9'],
  ] as const) {
    await own(db, kind, id, sender?.id ?? '', '2026-01-01');
  }
  service = createService({
    baseUrl: `http://127.0.0.1:${port}`,
    clientId: 'client',
    clientSecret: 'secret',
    tokenStore: createMemoryTokenStore(),
  });
  const reconcile = { intervals: [3_600_000] };
  const { client } = service;
  app = await createBff({ config: readConfig({}), db, client, appFolder: null, reconcile });
  browser = createBrowser(app);
  await browser.signIn('sender');
});
afterAll(async () => {
  await app.close();
  await service.close();
  await db.destroy();
  server.closeAllConnections();
  server.close();
});

describe.each(bad)('%s from the service', (_name, behave) => {
  beforeEach(() => {
    answer = behave;
  });

  test.each(calls)('answers %s %s with one problem', async (method, path, body) => {
    const got = await browser.call(method, path, body);
    expect([got.status, got.body.type]).toEqual([502, '/problems/service-answer']);
    expect(got.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(got.body.request_id).toBe(got.headers.get('x-request-id'));
    expect(JSON.stringify(got.body)).not.toMatch(/secr|html|JSON|position/i);
  });

  test('leaves the server and its other routes working', async () => {
    expect((await browser.call('GET', '/api/session')).status).toBe(200);
    expect((await browser.call('GET', '/readyz')).body).toEqual({
      store: true,
      service: false,
      clock: true,
    });
    expect((await browser.call('GET', '/healthz')).status).toBe(200);
  });
});

test.each(bad)('%s leaves a send unconfirmed, never failed', async (_name, behave) => {
  answer = (request, response) => {
    const { method, url = '' } = request;
    const text = method === 'GET' && Object.entries(good).find(([path]) => url.startsWith(path));
    return text ? response.end(text[1]) : behave(request, response);
  };
  const got = await browser.call(
    'POST',
    '/api/transfers',
    {
      destination_account_id: '7',
      destination_account_fingerprint: accountFingerprint(wallet),
      source_amount_cents: String(Math.ceil(Math.random() * 1e12)),
      source_amount_currency: 'USD',
      destination_amount_currency: 'COP',
    },
    { 'idempotency-key': crypto.randomUUID() },
  );
  expect([got.status, got.body.send?.state]).toEqual([202, 'unconfirmed']);
});

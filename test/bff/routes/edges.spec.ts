import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createBrowser } from '../../support/browser.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { startLoggedBff } from '../../support/start-logged-bff.ts';

type Browser = ReturnType<typeof createBrowser>;

let bff: Bff;
let sender: Browser;
let support: Browser;
let anonymous: Browser;

beforeAll(async () => {
  bff = await startBff();
  [sender, support, anonymous] = [
    createBrowser(bff.app),
    createBrowser(bff.app),
    createBrowser(bff.app),
  ];
  await sender.signIn('sender');
  await support.signIn('support');
});
afterAll(() => bff.close());

const key = '00000000-0000-4000-8000-000000000000';

test('anyone may read settings and health', async () => {
  for (const path of ['/api/settings', '/healthz', '/readyz']) {
    expect((await anonymous.call('GET', path)).status).toBe(200);
  }
  expect((await anonymous.call('GET', '/api/settings')).body).toMatchObject({
    sandbox: true,
    demo_accounts: [
      { role: 'sender' },
      { role: 'support' },
      { role: 'auditor' },
      { role: 'admin' },
    ],
    country_field_rules: { BR: ['cpf_number'] },
    support: { email: null, phone: null, url: null },
    theme: { name: 'Giro', logo: null },
  });
});

test('/healthz, metrics and package.json name the same version', async () => {
  const { version } = z.parse(
    z.object({ version: z.string() }),
    JSON.parse(readFileSync('package.json', 'utf8')),
  );
  expect((await anonymous.call('GET', '/healthz')).body).toEqual({ ok: true, version });
  const { body } = await bff.app.inject({ url: '/metrics', headers: { host: 'localhost' } });
  expect(body).toContain(`\ngiro_build_info{version="${version}"} 1\n`);
});

describe('at another address than PUBLIC_ORIGIN', () => {
  const publicOrigin = 'https://send.example.com';
  const warning = 'origin: people open Giro at another address than PUBLIC_ORIGIN';

  async function startElsewhere() {
    const { app, lines } = await startLoggedBff({ env: { PUBLIC_ORIGIN: publicOrigin } });
    const signIn = async (headers: Record<string, string>) => {
      const payload = { email: 'sender@giro.example', password: 'sandbox' };
      const answer = await app.inject({ method: 'POST', url: '/api/session', headers, payload });
      return [answer.statusCode, answer.json().type];
    };
    const warnings = () =>
      lines.filter((line) => line.includes(warning)).map((line) => JSON.parse(line));
    return { signIn, warnings };
  }

  test.each<[string, Record<string, string>]>([
    ['https', { 'sec-fetch-site': 'same-origin', host: '127.0.0.1:3000' }],
    ['plain http, where browsers send no Sec-Fetch-Site', { host: 'localhost:3540' }],
  ])('sign-in over %s is refused, and the log warns once with both', async (_name, headers) => {
    const origin = 'https://localhost:3540';
    const { signIn, warnings } = await startElsewhere();
    for (let round = 0; round < 2; round += 1) {
      expect(await signIn({ origin, ...headers })).toEqual([403, '/problems/cross-site']);
    }
    expect(warnings()).toEqual([
      expect.objectContaining({ level: 40, public_origin: publicOrigin, origin }),
    ]);
  });

  test('a request of another site is refused without a warning', async () => {
    const { signIn, warnings } = await startElsewhere();
    const origin = 'https://elsewhere.example';
    await signIn({ origin, host: 'send.example.com', 'sec-fetch-site': 'cross-site' });
    await signIn({ origin, host: 'send.example.com' });
    await signIn({ origin: 'null', host: 'send.example.com' });
    expect(warnings()).toEqual([]);
  });
});

describe('a path', () => {
  test.each([
    ['GET', '/api/unknown'],
    ['POST', '/api/unknown'],
    ['DELETE', '/api/transfers'],
    ['GET', '/api/transfers/%zz'],
    ['GET', '/api/transfers/%E0%A4%A'],
    ['GET', `/api/transfers/${'9'.repeat(300)}`],
    ['GET', '/nothing-of-this-name'],
  ])('%s %s is answered 404', async (method, path) => {
    const answer = await sender.call(method, path, method === 'POST' ? {} : undefined);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({ type: '/problems/not-found', status: 404 });
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
    expect(JSON.stringify(answer.body)).not.toContain(path.slice(8));
  });

  const ids = [
    'abc',
    '0x1',
    '-1',
    '1.5',
    '1e3',
    '1%2F..',
    '%2e%2e%2fcountries',
    '9'.repeat(31),
    '%20',
  ];
  test.each(ids.flatMap((id) => [[`/api/transfers/${id}`], [`/api/destination_accounts/${id}`]]))(
    '%s has no valid id and makes no service call',
    async (path) => {
      const before = bff.sandbox.requests.length;
      for (const browser of [sender, support]) {
        expect((await browser.call('GET', path)).body.type).toBe('/problems/not-found');
      }
      expect(bff.sandbox.requests.length).toBe(before);
    },
  );
});

function post(path: string, payload: string, headers: Record<string, string> = {}) {
  return bff.app.inject({
    method: 'POST',
    url: path,
    headers: {
      host: 'localhost',
      origin: 'http://localhost',
      cookie: `giro=${sender.cookies.get('giro')}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      ...headers,
    },
    payload,
  });
}

describe.each(['/api/destination_accounts', '/api/transfers', '/api/session'])(
  'POST %s',
  (path) => {
    test.each([
      ['{"alias":', {}, 400, 'malformed-json'],
      ['', {}, 400, 'malformed-json'],
      ['{"__proto__":{"role":"support"}}', {}, 400, 'malformed-json'],
      ['{}', {}, 422, 'invalid-fields'],
      ['[]', {}, 422, 'invalid-fields'],
      ['null', {}, 422, 'invalid-fields'],
      [`{"alias":"${'x'.repeat(70_000)}"}`, {}, 413, 'too-large'],
      ['alias=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'not-json'],
      ['{}', { 'content-type': 'text/plain' }, 415, 'not-json'],
      ['{}', { 'content-type': 'application/json; charset=utf-8' }, 422, 'invalid-fields'],
      ['{}', { origin: 'https://elsewhere.example' }, 403, 'cross-site'],
      ['{}', { origin: 'null' }, 403, 'cross-site'],
      ['{}', { 'sec-fetch-site': 'cross-site' }, 403, 'cross-site'],
      ['{}', { 'sec-fetch-site': 'same-site' }, 403, 'cross-site'],
    ])('%.40s with %o is %i %s', async (payload, headers, status, name) => {
      const answer = await post(path, payload, headers);
      expect([answer.statusCode, answer.json().type]).toEqual([status, `/problems/${name}`]);
    });

    test('without Origin and Sec-Fetch-Site is refused', async () => {
      const headers = { host: 'localhost', 'content-type': 'application/json' };
      const answer = await bff.app.inject({ method: 'POST', url: path, headers, payload: '{}' });
      expect(answer.json().type).toBe('/problems/cross-site');
    });
  },
);

test('answers with personal data are not cached and have the security headers', async () => {
  for (const path of [
    '/api/session',
    '/api/destination_accounts',
    '/api/transfers',
    '/api/unknown',
  ]) {
    const { headers } = await sender.call('GET', path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  }
});

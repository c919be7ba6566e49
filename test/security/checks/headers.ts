import assert from 'node:assert/strict';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { type Answer, ask } from '../ask.ts';
import { checkHeaders } from '../check-headers.ts';
import type { Check, Fixture } from '../fixture.ts';
import { rawAnswer } from '../raw.ts';
import { startServer } from '../server.ts';

const hashed = async (fixture: Fixture) => {
  const { text } = await fixture.call('nobody', { path: '/' });
  const name = /\/assets\/[\w-]+\.js/.exec(text)?.[0];
  assert.ok(name, 'the page names its script');
  return name;
};

async function again(fixture: Fixture, path: string) {
  const { headers } = await fixture.call('sender', { path });
  assert.ok(headers.etag, `${path} has a tag`);
  return fixture.call('sender', { path, headers: { 'if-none-match': headers.etag } });
}

async function withoutStore() {
  const server = await startServer();
  try {
    // What the server can not do without: every look-up of a session fails from here on.
    await server.db.schema.dropTable('sessions').execute();
    return await ask(server.url, { path: '/api/session', headers: { cookie: 'giro=x' } });
  } finally {
    await server.close();
  }
}

const post = { method: 'POST', path: '/api/destination_accounts' } as const;

/** A way to each answer that the server can give. */
const answers: [status: number, what: string, get: (fixture: Fixture) => Promise<Answer>][] = [
  [200, 'the page', (w) => w.call('nobody', { path: '/' })],
  [200, 'a page of the app', (w) => w.call('nobody', { path: '/recipients/7' })],
  [200, 'a hashed file', async (w) => w.call('nobody', { path: await hashed(w) })],
  [200, 'an answer of the API', (w) => w.call('sender', { path: '/api/destination_accounts' })],
  [200, 'the health', (w) => w.call('nobody', { path: '/healthz' })],
  [304, 'the shell', (w) => again(w, '/shell')],
  [304, 'reference data', (w) => again(w, '/api/countries')],
  [400, 'a body that is no JSON', (w) => w.call('sender', { ...post, body: '{' })],
  [400, 'a query that is none', (w) => w.call('sender', { path: '/api/quotes' })],
  [400, 'no request line', (w) => rawAnswer(w.port, 'nothing of HTTP\r\n\r\n')],
  [400, 'no host', (w) => rawAnswer(w.port, 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n')],
  [401, 'nobody', (w) => w.call('nobody', { path: '/api/session' })],
  [403, 'another role', (w) => w.call('support', { path: '/api/quotes' })],
  [403, 'another site', (w) => w.call('sender', { ...post, headers: { origin: 'null' } })],
  [404, 'an unknown call', (w) => w.call('sender', { path: '/api/unknown' })],
  [404, 'an unknown file', (w) => w.call('nobody', { path: '/assets/unknown.js' })],
  [404, 'an address that can not be read', (w) => w.call('sender', { path: '/api/transfers/%zz' })],
  [404, 'a method that is not there', (w) => w.call('sender', { method: 'OPTIONS', path: '/' })],
  [413, 'a large body', (w) => w.call('sender', { ...post, body: `"${'x'.repeat(70_000)}"` })],
  [415, 'a form', (w) => w.call('sender', { ...post, headers: form, body: 'a=b' })],
  [422, 'wrong fields', (w) => w.call('sender', { ...post, body: '{}' })],
  [
    431,
    'large headers',
    (w) => rawAnswer(w.port, `GET / HTTP/1.1\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`),
  ],
  [500, 'a broken store', withoutStore],
];
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const purgeExpired: Check[] = answers.map(([status, what, get]) => ({
  promise: `${status} (${what}) carries every security header`,
  async check(fixture) {
    const answer = await get(fixture);
    assert.equal(answer.status, status);
    checkHeaders(answer);
  },
}));

/** Reference data is the same for everybody: kept, and asked about before each use. */
const shared = ['/api/settings', '/api/countries', '/api/currencies', '/api/banks'];

export const headers: Check[] = [
  ...purgeExpired,
  {
    promise: 'csp_evaluator finds nothing of high or medium severity',
    async check(fixture) {
      const { headers } = await fixture.call('nobody', { path: '/' });
      const { csp } = new CspParser(String(headers['content-security-policy']));
      const findings = new CspEvaluator(csp).evaluate();
      // 'self' is a bypass only where scripts of others are hosted, which is so nowhere here.
      const bad = findings.filter(
        ({ severity, directive, value }) =>
          severity <= Severity.MEDIUM_MAYBE && `${directive} ${value}` !== "script-src 'self'",
      );
      assert.deepEqual(bad, []);
    },
  },
  {
    promise:
      'over https: HSTS on every answer, and a __Host- cookie, Secure, HttpOnly, SameSite=Strict',
    async check() {
      const server = await startServer({ env: { PUBLIC_ORIGIN: 'https://giro.example' } });
      try {
        const signIn = await ask(server.url, {
          method: 'POST',
          path: '/api/session',
          headers: { origin: 'https://giro.example', 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'sender@giro.example', password: 'sandbox' }),
        });
        assert.match(
          String(signIn.headers['set-cookie']?.[0]),
          /^__Host-giro=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
        );
        const broken = await rawAnswer(server.port, 'nothing of HTTP\r\n\r\n');
        const absent = await ask(server.url, { path: '/api/transfers/%zz' });
        for (const answer of [signIn, broken, absent]) {
          const hsts = answer.headers['strict-transport-security'];
          assert.equal(hsts, 'max-age=31536000; includeSubDomains');
        }
      } finally {
        await server.close();
      }
    },
  },
  {
    promise:
      '/api is no-store; reference data, the same for all, is kept by the person’s own browser alone',
    async check(fixture) {
      for (const path of ['session', 'destination_accounts', 'transfers', 'unknown', 'quotes']) {
        const { headers } = await fixture.call('sender', { path: `/api/${path}` });
        assert.equal(headers['cache-control'], 'no-store', path);
      }
      for (const path of shared) {
        const { headers } = await fixture.call('sender', { path });
        assert.match(String(headers['cache-control']), /^private, (no-cache|max-age=60,)/, path);
      }
    },
  },
  {
    promise:
      'hashed files are immutable and come in brotli or gzip; nobody keeps the page, and the shell is asked about',
    async check(fixture) {
      const path = await hashed(fixture);
      for (const encoding of ['br', 'gzip']) {
        const file = await fixture.call('nobody', {
          path,
          headers: { 'accept-encoding': encoding },
        });
        assert.equal(file.headers['content-encoding'], encoding);
        assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable');
      }
      const page = await fixture.call('sender', { path: '/' });
      assert.equal(page.headers['cache-control'], 'no-store');
      const shell = await again(fixture, '/shell');
      assert.deepEqual([shell.status, shell.headers['cache-control']], [304, 'no-cache']);
    },
  },
  {
    promise: 'unknown /api and /assets paths are 404, never the page',
    async check(fixture) {
      const tails = ['', '/', '?x', '/unknown', '/../x', '/%2e%2e/x', '//x', '/unknown.js'];
      const written = ['/%61pi/x', '/api%2fx', '//api/x', '/API/x', '/assets%2Fx', '/%61ssets/x'];
      const known = tails.flatMap((tail) => [`/api${tail}`, `/assets${tail}`]);
      for (const path of [...known, ...written]) {
        const { status, headers } = await fixture.call('sender', { path });
        assert.equal(status, 404, path);
        assert.match(String(headers['content-type']), /^application\/problem\+json/);
      }
    },
  },
];

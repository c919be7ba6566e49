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
  const { text } = await fixture.call('anonymous', { path: '/' });
  const name = /\/assets\/[\w-]+\.js/.exec(text)?.[0];
  assert.ok(name, 'the page names its script');
  return name;
};

async function again(fixture: Fixture, path: string) {
  const { headers } = await fixture.call('sender', { path });
  assert.ok(headers.etag, `${path} has an ETag`);
  return fixture.call('sender', { path, headers: { 'if-none-match': headers.etag } });
}

async function withoutStore() {
  const server = await startServer();
  try {
    // Without this table every read of a session fails.
    await server.db.schema.dropTable('sessions').execute();
    return await ask(server.url, { path: '/api/session', headers: { cookie: 'giro=x' } });
  } finally {
    await server.close();
  }
}

const post = { method: 'POST', path: '/api/destination_accounts' } as const;

/** A call for each status that the server can answer. */
const answers: [status: number, what: string, get: (fixture: Fixture) => Promise<Answer>][] = [
  [200, 'the page', (w) => w.call('anonymous', { path: '/' })],
  [200, 'a page of the app', (w) => w.call('anonymous', { path: '/recipients/7' })],
  [200, 'an answer of the API', (w) => w.call('sender', { path: '/api/destination_accounts' })],
  [200, 'the health check', (w) => w.call('anonymous', { path: '/healthz' })],
  [304, 'the shell', (w) => again(w, '/shell')],
  [304, 'reference data', (w) => again(w, '/api/countries')],
  [400, 'a body that is not JSON', (w) => w.call('sender', { ...post, body: '{' })],
  [400, 'a query without fields', (w) => w.call('sender', { path: '/api/quotes' })],
  [400, 'no request line', (w) => rawAnswer(w.port, 'nothing of HTTP\r\n\r\n')],
  [400, 'no host', (w) => rawAnswer(w.port, 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n')],
  [401, 'no session', (w) => w.call('anonymous', { path: '/api/session' })],
  [403, 'another role', (w) => w.call('support', { path: '/api/quotes' })],
  [403, 'another site', (w) => w.call('sender', { ...post, headers: { origin: 'null' } })],
  [404, 'an unknown call', (w) => w.call('sender', { path: '/api/unknown' })],
  [404, 'an unknown file', (w) => w.call('anonymous', { path: '/assets/unknown.js' })],
  [404, 'a malformed URL', (w) => w.call('sender', { path: '/api/transfers/%zz' })],
  [404, 'an unknown method', (w) => w.call('sender', { method: 'OPTIONS', path: '/' })],
  [413, 'a large body', (w) => w.call('sender', { ...post, body: `"${'x'.repeat(70_000)}"` })],
  [415, 'a form', (w) => w.call('sender', { ...post, headers: form, body: 'a=b' })],
  [422, 'wrong fields', (w) => w.call('sender', { ...post, body: '{}' })],
  [
    431,
    'large headers',
    (w) => rawAnswer(w.port, `GET / HTTP/1.1\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`),
  ],
  [503, 'a broken store', withoutStore],
];
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const headersByStatus: Check[] = answers.map(([status, what, get]) => ({
  name: `${status} (${what}) has every security header`,
  async check(fixture) {
    const answer = await get(fixture);
    assert.equal(answer.status, status);
    checkHeaders(answer);
  },
}));

/** Reference data, which browsers may cache and revalidate. */
const shared = ['/api/settings', '/api/countries', '/api/currencies', '/api/banks'];

export const headers: Check[] = [
  ...headersByStatus,
  {
    name: '200 (a hashed file) has the headers of a file, and loads nothing as a document',
    async check(fixture) {
      const answer = await fixture.call('anonymous', { path: await hashed(fixture) });
      assert.equal(answer.status, 200);
      const csp = answer.headers['content-security-policy'];
      assert.equal(csp, "default-src 'none';frame-ancestors 'none'");
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.equal(answer.headers['cross-origin-resource-policy'], 'same-origin');
    },
  },
  {
    name: 'csp_evaluator finds nothing of high or medium severity',
    async check(fixture) {
      const { headers } = await fixture.call('anonymous', { path: '/' });
      const { csp } = new CspParser(String(headers['content-security-policy']));
      const findings = new CspEvaluator(csp).evaluate();
      // 'self' is a bypass only on a host that serves scripts of others. Giro serves none.
      const bad = findings.filter(
        ({ severity, directive, value }) =>
          severity <= Severity.MEDIUM_MAYBE && `${directive} ${value}` !== "script-src 'self'",
      );
      assert.deepEqual(bad, []);
    },
  },
  {
    name: 'over https: HSTS on every answer, and a __Host- cookie, Secure, HttpOnly, SameSite=Strict',
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
    name: '/api is no-store, except reference data, which is private to the browser',
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
    name: 'hashed files are immutable and compressed; the page is no-store; the shell is revalidated',
    async check(fixture) {
      const path = await hashed(fixture);
      for (const encoding of ['br', 'gzip']) {
        const file = await fixture.call('anonymous', {
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
    name: 'unknown /api and /assets paths are 404, never the page',
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

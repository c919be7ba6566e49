import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/bff/config/config.ts';
import { openLedger } from '../../../src/bff/ledger/ledger.ts';
import { deferScriptsHash } from '../../../src/bff/page/defer-scripts.ts';
import { createServer } from '../../../src/bff/server.ts';
import { createService } from '../../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../../src/bff/service/token-store.ts';

const css = 'main{margin:0}';
const page =
  '<!doctype html><head><title>Giro</title>' +
  '<link rel="stylesheet" crossorigin href="/assets/style-1a2b3c4d.css"></head><body></body>';
const parts = {
  pages: { 'sign-in': ['assets/sign-in-1.js'] },
  modules: {},
  words: { 'en/start': ['assets/en-1.js'], 'es/start': ['assets/es-1.js'] },
  frame: ['assets/frame-1.js'],
};
const script = `console.log(${'"giro"'.repeat(200)})`;

let app: FastifyInstance;
let folder: string;
let close: () => Promise<unknown>;

const service = createService({
  baseUrl: 'http://127.0.0.1:9',
  clientId: '',
  clientSecret: '',
  tokenStore: createMemoryTokenStore(),
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'giro-static-'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of [
    ['index.html', page],
    ['assets/app-1a2b3c4d.js', script],
    ['assets/style-1a2b3c4d.css', css],
    ['page.json', JSON.stringify(parts)],
    ['favicon.svg', '<svg/>'],
  ] as const) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(folder, '..', 'giro-static-secret'), 'secret');
  const db = await openLedger('sqlite::memory:');
  app = await createServer({
    config: readConfig({}),
    db,
    client: service.client,
    appFolder: folder,
  });
  await app.ready();
  close = () => Promise.all([app.close(), service.close()]);
  // A session can't be looked up any more: the one fault that any caller can bring about.
  await db.destroy();
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
  rmSync(join(folder, '..', 'giro-static-secret'));
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });

const forEver = 'public, max-age=31536000, immutable';

describe('a hashed file', () => {
  test.each([
    ['br', 'br', brotliCompressSync(script)],
    ['gzip, deflate, br', 'br', brotliCompressSync(script)],
    ['gzip', 'gzip', gzipSync(script)],
    ['identity', undefined, Buffer.from(script)],
  ])('for a browser that takes %s comes as %s, for ever', async (accepted, encoding, bytes) => {
    const answer = await get('/assets/app-1a2b3c4d.js', { 'accept-encoding': accepted });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toMatch(/javascript/);
    expect(answer.headers['cache-control']).toBe(forEver);
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(answer.rawPayload).toEqual(bytes);
  });

  test('that is not there is absent, not the page', async () => {
    const answer = await get('/assets/app-00000000.js');
    expect([answer.statusCode, answer.json().type]).toEqual([404, '/problems/not-found']);
    expect(answer.headers['cache-control']).not.toBe(forEver);
  });
});

describe('the page', () => {
  test.each([
    ['/', 200],
    ['/send?step=check', 200],
    ['/recipients/501', 200],
    ['/nothing/of/this/kind', 404],
    ['/apidoc', 404],
  ])('is at %s, answered %i, and nobody keeps it', async (url, status) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain('<title>Giro</title>');
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('comes with its styles and one short script, which the policy names, and with no other inline', async () => {
    const { body, headers } = await get('/');
    expect(body).toContain(`<style>${css}</style>`);
    const hash = createHash('sha256').update(css).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(headers['content-security-policy']).toContain(`script-src 'self' ${deferScriptsHash};`);
    expect(body.match(/<script>/g)).toHaveLength(1);
  });

  test('names the chunks of the sign-in page to whoever is signed out, in their language', async () => {
    const { body } = await get('/transfers', { 'accept-language': 'es-CL,en;q=0.5' });
    const named = [
      ...body.matchAll(/<link rel="modulepreload" fetchpriority="low" href="([^"]+)">/g),
    ];
    expect(named.map(([, file]) => file)).toEqual(['/assets/sign-in-1.js', '/assets/es-1.js']);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('comes as %s to who takes it', async (encoding, read) => {
    const answer = await get('/', { 'accept-encoding': encoding });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(String(read(answer.rawPayload))).toContain('initial-data');
  });

  test('has nothing of anybody at /shell, which a browser keeps', async () => {
    const answer = await get('/shell');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain('initial-data');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  test.each([['/api'], ['/api?x'], ['/api/unknown'], ['/api/'], ['/assets'], ['/assets/']])(
    'is not at %s',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.json().type]).toEqual([404, '/problems/not-found']);
    },
  );

  test('is not what a form is posted to', async () => {
    const headers = { host: 'localhost', origin: 'http://localhost' };
    const answer = await app.inject({ method: 'POST', url: '/recipients', headers, payload: {} });
    expect(answer.statusCode).toBe(404);
  });
});

test.each([
  ['/../giro-static-secret'],
  ['/..%2fgiro-static-secret'],
  ['/assets/..%2f..%2fgiro-static-secret'],
  ['//giro-static-secret'],
  ['/assets//app-1a2b3c4d.js'],
])('nothing outside of the folder is at %s', async (url) => {
  const { statusCode, body } = await get(url);
  expect(statusCode).not.toBe(500);
  expect(body).not.toContain('secret');
  expect(body).not.toContain('console');
});

test.each([
  ['/', 200],
  ['/assets/app-1a2b3c4d.js', 200],
  ['/assets/unknown', 404],
  ['/api/unknown', 404],
  ['/api/session', 401],
  ['/api/session', 500, 'giro=secret'],
])('%s, answered %i, carries the security headers', async (url, status, cookie = '') => {
  const { statusCode, headers, body } = await get(url, { cookie });
  expect(statusCode).toBe(status);
  const inline = / 'sha256-[\w+/=]+'/g;
  expect(String(headers['content-security-policy']).replace(inline, '')).toBe(
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';" +
      "manifest-src 'self';worker-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none';" +
      "require-trusted-types-for 'script';trusted-types giro-worker",
  );
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(body).not.toContain('secret');
});

test('an app that is not built is said to be so', async () => {
  const db = await openLedger('sqlite::memory:');
  const empty = join(folder, 'assets');
  const parts = { config: readConfig({}), db, client: service.client, appFolder: empty };
  await expect(createServer(parts)).rejects.toThrow(/npm run build/);
  await db.destroy();
});

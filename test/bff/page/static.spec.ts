import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/bff/config/config.ts';
import { earlyPressesHash } from '../../../src/bff/page/page.ts';
import { createServer } from '../../../src/bff/server.ts';
import { createService } from '../../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../../src/bff/service/token-store.ts';
import { openTestLedger } from '../../support/stores.ts';

const css = 'main{margin:0}';
const page =
  '<!doctype html><html lang="en"><head><title>Giro</title>' +
  '<link rel="stylesheet" crossorigin href="/assets/style-1a2b3c4d.css"></head><body><div id="root"></div></body></html>';
const parts = {
  pages: { 'sign-in': ['assets/sign-in-1.js'] },
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
  mkdirSync(join(folder, 'server'));
  for (const [name, text] of [
    ['index.html', page],
    ['assets/app-1a2b3c4d.js', script],
    ['assets/style-1a2b3c4d.css', css],
    ['page.json', JSON.stringify(parts)],
    ['favicon.svg', '<svg/>'],
    ['server/renderer.js', 'throw new Error("secret")'],
  ] as const) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(folder, '..', 'giro-static-secret'), 'secret');
  const db = await openTestLedger();
  app = await createServer({
    config: readConfig({}),
    db,
    client: service.client,
    appFolder: folder,
  });
  await app.ready();
  close = () => Promise.all([app.close(), service.close()]);
  // Sessions can't be read any more, so that a cookie causes a 500.
  await db.destroy();
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
  rmSync(join(folder, '..', 'giro-static-secret'));
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });

const immutable = 'public, max-age=31536000, immutable';

describe('a hashed file', () => {
  test.each([
    ['br', 'br', brotliCompressSync(script)],
    ['gzip, deflate, br', 'br', brotliCompressSync(script)],
    ['gzip', 'gzip', gzipSync(script)],
    ['identity', undefined, Buffer.from(script)],
  ])('with Accept-Encoding %s is sent as %s, immutable', async (accepted, encoding, bytes) => {
    const answer = await get('/assets/app-1a2b3c4d.js', { 'accept-encoding': accepted });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toMatch(/javascript/);
    expect(answer.headers['cache-control']).toBe(immutable);
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(answer.rawPayload).toEqual(bytes);
  });

  test('that does not exist is answered 404, not with the page', async () => {
    const answer = await get('/assets/app-00000000.js');
    expect([answer.statusCode, answer.json().type]).toEqual([404, '/problems/not-found']);
    expect(answer.headers['cache-control']).not.toBe(immutable);
  });
});

describe('the page', () => {
  test.each([
    ['/', 200],
    ['/send?step=check', 200],
    ['/recipients/501', 200],
    ['/nothing/of/this/kind', 404],
    ['/apidoc', 404],
  ])('is at %s, answered %i, and not cached', async (url, status) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain('<title>Giro</title>');
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('has inline styles and one inline script, all allowed by hash', async () => {
    const { body, headers } = await get('/');
    expect(body).toContain(`<style>${css}</style>`);
    const hash = createHash('sha256').update(css).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(headers['content-security-policy']).toContain(`script-src 'self' ${earlyPressesHash};`);
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(body) ?? [];
    const scriptHash = createHash('sha256').update(script).digest('base64');
    expect(earlyPressesHash).toBe(`'sha256-${scriptHash}'`);
    expect(body.match(/<script/g)).toHaveLength(1);
  });

  test.each([
    ['/sign-in', ['/assets/sign-in-1.js', '/assets/es-1.js']],
    ['/recipients', ['/assets/frame-1.js', '/assets/es-1.js']],
  ])('at %s preloads its chunks, in the person’s language', async (url, files) => {
    const { body } = await get(url, { 'accept-language': 'es-CL,en;q=0.5' });
    expect(body.indexOf('modulepreload')).toBeLessThan(body.indexOf('<style>'));
    const named = [...body.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)];
    expect(named.map(([, file]) => file)).toEqual(files);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed with %s when accepted', async (encoding, read) => {
    const answer = await get('/', { 'accept-encoding': encoding });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(String(read(answer.rawPayload))).toContain('<div id="root"');
  });

  test('has no personal data at /shell, which the browser caches', async () => {
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

  test('is not answered to POST', async () => {
    const headers = { host: 'localhost', origin: 'http://localhost' };
    const answer = await app.inject({ method: 'POST', url: '/recipients', headers, payload: {} });
    expect(answer.statusCode).toBe(404);
  });
});

test.each([
  ['/server/renderer.js'],
  ['/server/renderer.js.br'],
  ['//server/renderer.js'],
  ['/./server/renderer.js'],
  ['/%73erver/renderer.js'],
  ['/assets/../server/renderer.js'],
  ['/assets/%2e%2e/server/renderer.js'],
  ['/../giro-static-secret'],
  ['/..%2fgiro-static-secret'],
  ['/assets/..%2f..%2fgiro-static-secret'],
  ['//giro-static-secret'],
  ['/assets//app-1a2b3c4d.js'],
])('serves no file outside the folder, and not the renderer, at %s', async (url) => {
  const { statusCode, body } = await get(url);
  expect(statusCode).not.toBe(500);
  expect(body).not.toContain('secret');
  expect(body).not.toContain('console');
});

test.each([
  ['/', 200],
  ['/assets/unknown', 404],
  ['/api/unknown', 404],
  ['/api/session', 401],
  ['/api/session', 500, 'giro=secret'],
])('%s, answered %i, has the security headers', async (url, status, cookie = '') => {
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

test('serves a hashed file with the headers that a browser obeys on a file', async () => {
  const { headers } = await get('/assets/app-1a2b3c4d.js');
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('permissions-policy');
});

test('reports an app that is not built', async () => {
  const db = await openTestLedger();
  const empty = join(folder, 'assets');
  const parts = { config: readConfig({}), db, client: service.client, appFolder: empty };
  await expect(createServer(parts)).rejects.toThrow(/npm run build/);
  await db.destroy();
});

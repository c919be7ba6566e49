import assert from 'node:assert/strict';
import { accessTable, nameOf } from '../../../src/bff/auth/access-table.ts';
import type { Check, Fixture } from '../fixture.ts';

/** Headers that a browser sends for a page of another site, with the expected status. */
const attacks: [what: string, headers: Record<string, string | null>, status: number][] = [
  ['another origin', { origin: 'https://elsewhere.example', 'sec-fetch-site': null }, 403],
  [
    'another origin, cross-site',
    { origin: 'https://a.example', 'sec-fetch-site': 'cross-site' },
    403,
  ],
  ['another port', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }, 403],
  ['an opaque origin', { origin: 'null' }, 403],
  ['cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['same-site', { 'sec-fetch-site': 'same-site' }, 403],
  ['the address bar', { origin: null, 'sec-fetch-site': 'none' }, 403],
  ['neither header', { origin: null, 'sec-fetch-site': null }, 403],
  ['text', { 'content-type': 'text/plain' }, 415],
  ['text that names JSON', { 'content-type': 'text/plain; application/json' }, 415],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ['two types', { 'content-type': 'application/json, text/plain' }, 415],
  ['no type', { 'content-type': null }, 415],
];

async function attack(fixture: Fixture, method: string, path: string) {
  for (const [what, changes, status] of attacks) {
    const all: Record<string, string | null> = {
      origin: fixture.url,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...changes,
    };
    const headers = Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    );
    for (const as of ['sender', 'support', 'anonymous'] as const) {
      const answer = await fixture.plainCall(as, { method, path, headers, body: '{}' });
      assert.equal(answer.status, status, `${what}, ${as}: ${answer.status}`);
      assert.ok(answer.headers['set-cookie'] === undefined);
    }
  }
}

// Mail programs call a row for any site, without a cookie.
const changing = accessTable.filter(({ method, anySite }) => method !== 'GET' && !anySite);

export const crossSite: Check[] = [
  ...changing.map((row) => ({
    name: `${nameOf(row)}: only from our own pages, and only JSON`,
    check: (fixture: Fixture) => attack(fixture, row.method, row.path.replace(/:(id|key)/, '7')),
  })),
  {
    name: 'no answer grants CORS',
    async check(fixture) {
      const paths = accessTable.map(({ path }) => path.replace(/:(id|key)/, '7'));
      for (const path of [...paths, '/assets/x.js', '/unknown']) {
        for (const method of ['OPTIONS', 'GET']) {
          for (const origin of ['https://elsewhere.example', 'null', fixture.url]) {
            const headers = {
              origin,
              'access-control-request-method': 'POST',
              'access-control-request-headers': 'content-type, idempotency-key',
              'access-control-request-private-network': 'true',
            };
            const answer = await fixture.plainCall('sender', { method, path, headers });
            const granted = Object.keys(answer.headers).filter((name) =>
              name.startsWith('access-control'),
            );
            assert.deepEqual(granted, [], `${method} ${path}`);
            if (method === 'OPTIONS') assert.equal(answer.status, 404, path);
          }
        }
      }
    },
  },
  {
    name: 'the session still works after these attacks',
    async check(fixture) {
      const { status } = await fixture.call('sender', { path: '/api/session' });
      assert.equal(status, 200);
    },
  },
];

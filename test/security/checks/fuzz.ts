import assert from 'node:assert/strict';
import fc from 'fast-check';
import { accessTable } from '../../../src/bff/auth/access-table.ts';
import { atLength } from '../../support/at-length.ts';
import { seed } from '../../support/seed.ts';
import type { Call } from '../ask.ts';
import { checkHeaders } from '../check-headers.ts';
import { type Actor, actors, type Check, type Fixture } from '../fixture.ts';

const runs = atLength(1_000, 2_000);

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    ...['..', '%00', '%2e%2e%2f', '%zz', '//', '\\', "'--", '<script>', '$ne', '__proto__'],
    ...['constructor', '9'.repeat(30), '-1', '1e309', 'NaN', 'null', '٣', '\u202e', '%ff%fe'],
  ),
);
const word = fc.oneof(fc.constantFrom('1', '7', 'CLP', 'COP', 'unconfirmed', 'newest'), odd);
// Percent-encoded as by a browser, or raw where HTTP allows it.
const inAddress = fc.oneof(
  word.map((text) => encodeURIComponent(text.toWellFormed())),
  word.map((text) => text.replace(/[^\x21-\x7e]|[?#]/g, '')),
);
const path = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...accessTable), inAddress)
      .map(([row, id]) => row.path.replace(/:(id|key)|\*/, () => id)),
  },
  {
    weight: 1,
    arbitrary: fc.array(inAddress, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
  },
  { weight: 1, arbitrary: inAddress.map((name) => `/assets/${name}`) },
);
const fields = [
  ...['source_amount_cents', 'destination_amount_cents', 'source_amount_currency', 'state', 'q'],
  ...[
    'destination_amount_currency',
    'country_id',
    'country_name',
    'destination_account_id',
    'cursor',
  ],
  ...[
    'limit',
    'sort',
    'currency',
    'alias',
    'category',
    'bank_id',
    'bank_type',
    'email',
    'password',
  ],
  ...['birthdate', 'outcome', 'transfer_id', 'reason', 'after_unresolved', 'quote', 'next', 'code'],
];
const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...fields), inAddress), inAddress), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
const value = fc.oneof(word, fc.jsonValue({ maxDepth: 2 }), fc.bigInt().map(String));
const body = fc.oneof(
  fc
    .dictionary(fc.oneof(fc.constantFrom(...fields), odd), value, { maxKeys: 6 })
    .map((one) => JSON.stringify(one)),
  fc.jsonValue().map((one) => JSON.stringify(one)),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.nat(80_000).map((size) => `"${'x'.repeat(size)}"`),
);
const inHeader = word.map((text) => text.replace(/[^\x20-\x7e]/g, ''));
const headers = fc.dictionary(
  fc.constantFrom(
    ...['if-none-match', 'if-match', 'if-modified-since', 'range', 'if-range', 'accept', 'te'],
    ...['accept-encoding', 'x-forwarded-for', 'x-forwarded-host', 'x-http-method-override', 'via'],
    ...['idempotency-key', 'content-type', 'origin', 'cookie', 'authorization', 'expect', 'host'],
    ...['content-encoding', 'accept-version', 'x-request-id', 'sec-fetch-site', 'upgrade'],
  ),
  fc.oneof(
    inHeader,
    fc.constantFrom('bytes=0-1', 'bytes=9-1', '*', 'br;q=0', '"x"', 'application/json'),
  ),
  { maxKeys: 4 },
);
const method = fc.constantFrom(
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'PROPFIND',
  'TRACE',
);

const call = fc.record({ method, path, query, headers, body, as: fc.constantFrom(...actors) });

type Fuzzed = typeof call extends fc.Arbitrary<infer T> ? T : never;

async function run(fixture: Fixture, { as, query, path, body, method, headers }: Fuzzed) {
  const sent: Call = {
    method,
    path: query ? `${path}?${query}` : path,
    headers: { ...(method === 'GET' ? {} : page(fixture)), ...headers },
    body: ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'].includes(method) ? undefined : body,
  };
  // A new session after each sign-out, so that most calls are signed in.
  const cookie: Record<string, string> = headers.cookie
    ? {}
    : { cookie: await cookieOf(fixture, as) };
  const answer = await fixture.plainCall('anonymous', {
    ...sent,
    headers: { ...cookie, ...sent.headers },
  });
  const what = `${method} ${sent.path}: ${answer.status} ${answer.text.slice(0, 200)}`;
  // 502, 503 and 504 are failures of the service, which some values trigger in the sandbox.
  assert.ok(answer.status < 500 || answer.text.includes('/problems/service-'), what);
  checkHeaders(answer);
  assert.doesNotMatch(answer.text, /node_modules|\bat \S+ \(|SQLITE|\$ZodError/, what);
  return answer.status;
}

const page = (fixture: Fixture): Record<string, string> => ({
  origin: fixture.url,
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
});

const cookies = new WeakMap<Fixture, Map<Actor, string>>();
async function cookieOf(fixture: Fixture, as: Actor) {
  const known = cookies.get(fixture) ?? new Map<Actor, string>();
  cookies.set(fixture, known);
  const cookie = known.get(as) ?? (await fixture.newCookie(as));
  known.set(as, cookie);
  return cookie;
}

export const fuzz: Check[] = [
  {
    name: `fuzz: ${runs} requests (seed ${seed}) cause no 5xx except failures of the service`,
    async check(fixture) {
      const seen = new Set<number>();
      const property = fc.asyncProperty(call, async (one) => {
        seen.add(await run(fixture, one));
        if (one.method === 'DELETE') cookies.delete(fixture);
      });
      await fc.assert(property, {
        numRuns: runs,
        seed,
        interruptAfterTimeLimit: 80_000,
        markInterruptAsFailure: true,
      });
      for (const status of [200, 400, 401, 403, 404, 413, 415, 422]) {
        assert.ok(seen.has(status), `${status} was never reached`);
      }
    },
  },
  {
    name: 'the server works after the fuzzing, without unexpected errors in the log',
    async check(fixture) {
      const { status } = await fixture.call('sender', { path: '/api/destination_accounts' });
      assert.equal(status, 200);
      const unexpected = fixture.lines.filter((line) => line.includes('unexpected error'));
      assert.deepEqual(unexpected, []);
    },
  },
];

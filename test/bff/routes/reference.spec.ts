import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

const clock = { time: Date.parse('2026-01-01T12:00:00Z'), now: () => clock.time };
let bff: Bff;
let browser: ReturnType<typeof createBrowser>;

beforeAll(async () => {
  bff = await startBff({ sandbox: { clock }, env: { SESSION_IDLE_MINUTES: '600' } });
  browser = createBrowser(bff.app);
  await browser.signIn('sender');
});
afterAll(() => bff.close());

const reads = (end: string) => bff.sandbox.requests.filter(({ path }) => path.endsWith(end)).length;

test.each([
  [
    '/api/countries',
    { id: expect.stringMatching(/^\d+$/), name: 'Colombia', code: 'CO', is_asset: false },
  ],
  ['/api/currencies', { name: expect.any(String), iso_code: 'CLP', subunit_to_unit: '1' }],
  [
    '/api/banks',
    {
      id: expect.any(String),
      code: expect.any(String),
      name: 'Bancolombia',
      country_name: 'Colombia',
    },
  ],
])('%s returns the list of the service', async (path, row) => {
  const { status, body } = await browser.call('GET', path);
  expect(status).toBe(200);
  expect(body).toContainEqual(row);
});

test('filters banks by the name of a country', async () => {
  const { body } = await browser.call('GET', '/api/banks?country_name=Colombia');
  expect(body.length).toBeGreaterThan(1);
  expect(new Set(body.map((bank: { country_name: string }) => bank.country_name)).size).toBe(1);
  expect((await browser.call('GET', '/api/banks?country_name=Nowhere')).body).toEqual([]);
  const long = await browser.call('GET', `/api/banks?country_name=${'x'.repeat(201)}`);
  expect([long.status, Object.keys(long.body.errors)]).toEqual([400, ['country_name']]);
});

test('reads the service once in 10 minutes for all callers', async () => {
  const before = reads('/countries');
  await Promise.all(Array.from({ length: 30 }, () => browser.call('GET', '/api/countries')));
  expect(reads('/countries') - before).toBeLessThanOrEqual(1);
  const read = reads('/countries');
  clock.time += 10 * 60_000 - 1;
  await browser.call('GET', '/api/countries');
  clock.time += 60_001;
  await browser.call('GET', '/api/countries');
  await expect.poll(() => reads('/countries')).toBe(read + 1);
});

const kept = 'private, max-age=60, stale-while-revalidate=604800';

test.each([
  ['/api/countries', kept],
  ['/api/currencies', kept],
  ['/api/banks', 'private, no-cache'],
  ['/api/settings', 'private, no-cache'],
])('%s is cached by the browser and revalidated by its ETag', async (path, cacheControl) => {
  const first = await browser.call('GET', path);
  expect(first.headers.get('cache-control')).toBe(cacheControl);
  const tag = first.headers.get('etag') ?? '';
  for (const held of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await browser.call('GET', path, undefined, { 'if-none-match': held });
    expect([again.status, again.body]).toEqual([304, null]);
    expect(again.headers.get('etag')).toBe(tag);
  }
  const changed = await browser.call('GET', path, undefined, { 'if-none-match': '"other"' });
  expect(changed.status).toBe(200);
});

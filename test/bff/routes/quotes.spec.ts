import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

let bff: Bff;
let browser: ReturnType<typeof createBrowser>;
let countryId: string;

beforeAll(async () => {
  // A fixed clock keeps the rates fixed.
  const clock = { now: () => Date.parse('2026-01-01T12:00:00Z') };
  bff = await startBff({ sandbox: { clock } });
  browser = createBrowser(bff.app);
  await browser.signIn('sender');
  const { body } = await browser.call('GET', '/api/countries');
  countryId = body.find((country: { code: string }) => country.code === 'CO').id;
});
afterAll(() => bff.close());

function quote(fields: Record<string, string | undefined>) {
  const query = new URLSearchParams();
  const all = { source_amount_currency: 'USD', destination_amount_currency: 'COP', ...fields };
  for (const [name, value] of Object.entries({ country_id: countryId, ...all })) {
    if (value !== undefined) query.set(name, value);
  }
  return browser.call('GET', `/api/quotes?${query}`);
}

const simulations = () => bff.sandbox.requests.filter(({ path }) => path.endsWith('/simulate'));

test('a source amount returns the service’s estimate with its time', async () => {
  const { status, body, headers } = await quote({ source_amount_cents: '10000' });
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    source_currency: 'USD',
    destination_currency: 'COP',
    rate: expect.stringMatching(/^\d+\.\d+$/),
    source_amount_cents: '10000',
    destination_amount_cents: expect.stringMatching(/^\d{6,9}$/),
    country_id: countryId,
    taken_at: '2026-01-01T12:00:00.000Z',
    exact: true,
  });
});

test('a destination amount returns the smallest source amount that reaches it', async () => {
  const before = simulations().length;
  const { body } = await quote({ destination_amount_cents: '40000000' });
  expect(simulations().length - before).toBeLessThanOrEqual(4);
  expect(BigInt(body.destination_amount_cents)).toBeGreaterThanOrEqual(40_000_000n);
  expect(body.exact).toBe(body.destination_amount_cents === '40000000');
  const less = `${BigInt(body.source_amount_cents) - 1n}`;
  const { body: short } = await quote({ source_amount_cents: less });
  expect(BigInt(short.destination_amount_cents)).toBeLessThan(40_000_000n);
});

test('an amount beyond the precision of a float is exact', async () => {
  const { body } = await quote({
    source_amount_currency: 'ETH',
    source_amount_cents: '1550000000000000001',
  });
  expect(body.source_amount_cents).toBe('1550000000000000001');
});

describe('refused without a service call', () => {
  test.each([
    [{ source_amount_cents: '0' }, 'source_amount_cents'],
    [{ source_amount_cents: '-5' }, 'source_amount_cents'],
    [{ source_amount_cents: '1.5' }, 'source_amount_cents'],
    [{ source_amount_cents: '1,5' }, 'source_amount_cents'],
    [{ source_amount_cents: '1e3' }, 'source_amount_cents'],
    [{ source_amount_cents: '' }, 'source_amount_cents'],
    [{ source_amount_cents: '9'.repeat(61) }, 'source_amount_cents'],
    [{ destination_amount_cents: '0' }, 'destination_amount_cents'],
    [{ source_amount_cents: '5', destination_amount_cents: '5' }, 'source_amount_cents'],
    [{}, 'source_amount_cents'],
    [{ source_amount_cents: '5', source_amount_currency: undefined }, 'source_amount_currency'],
    [{ source_amount_cents: '5', country_id: 'CO' }, 'country_id'],
  ])('%o has an error in %s', async (fields, field) => {
    const before = simulations().length;
    const { status, body } = await quote(fields);
    expect(status).toBe(400);
    expect(body.type).toBe('/problems/invalid-request');
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(body.errors[field][0]).not.toBe('Invalid input');
    expect(simulations().length).toBe(before);
  });
});

test.each([
  [{ source_amount_cents: '40400' }],
  [{ source_amount_cents: '5', source_amount_currency: 'XXX' }],
  [{ destination_amount_cents: '5', destination_amount_currency: 'usd' }],
])('%o has no rate', async (fields) => {
  const { status, body } = await quote(fields);
  expect([status, body.type]).toEqual([404, '/problems/rate-not-available']);
});

test('an estimate of another amount is refused, for either side', async () => {
  const one = await quote({ source_amount_cents: '20300' });
  expect([one.status, one.body.type]).toEqual([502, '/problems/service-answer']);
  // The destination amount of 203 dollars, so that the search simulates exactly 203 dollars.
  const { body: near } = await quote({ source_amount_cents: '20299' });
  const wanted = `${BigInt(near.destination_amount_cents) + 1n}`;
  const other = await quote({ destination_amount_cents: wanted });
  expect([other.status, other.body.type]).toEqual([502, '/problems/service-answer']);
});

test("a refused estimate has the service's reason", async () => {
  const { status, body } = await quote({ source_amount_cents: '40000' });
  expect([status, body.type]).toEqual([422, '/problems/quote-refused']);
  expect(body.detail).toBe('amount must be at least 10000');
});

test('retries when the service is briefly busy', async () => {
  expect((await quote({ source_amount_cents: '42900' })).status).toBe(200);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

let bff: Bff;
let sender: ReturnType<typeof createBrowser>;
let country_id: string;
let now = Date.parse('2026-01-01T12:00:00Z');

beforeAll(async () => {
  bff = await startBff({ sandbox: { clock: { now: () => now } } });
  sender = createBrowser(bff.app);
  await sender.signIn('sender');
  const { body } = await sender.call('GET', '/api/countries');
  country_id = body.find((country: { code: string }) => country.code === 'CO').id;
});
afterAll(() => bff.close());

const quote = async (cents: string) => {
  const query = new URLSearchParams({
    source_amount_cents: cents,
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
    country_id,
  });
  return (await sender.call('GET', `/api/quotes?${query}`)).body;
};

const rates = (fields: Record<string, string> = {}) => {
  const pair = { source_currency: 'USD', destination_currency: 'COP', country_id, ...fields };
  return sender.call('GET', `/api/rates?${new URLSearchParams(pair)}`);
};

test('returns the rates of past estimates exactly as the service gave them', async () => {
  const first = await quote('10000');
  now += 20 * 60_000;
  const second = await quote('20000');
  expect((await quote('40400')).type).toBe('/problems/rate-not-available');
  const asked = bff.sandbox.requests.length;

  const { status, body } = await rates();
  expect(status).toBe(200);
  expect(body.points).toEqual(
    [first, second].map(({ rate, taken_at }) => ({ rate, seen_at: taken_at })),
  );
  expect([body.count, body.since]).toEqual([2, first.taken_at]);
  expect([body.min, body.max].toSorted()).toEqual([first.rate, second.rate].toSorted());
  expect(bff.sandbox.requests.length).toBe(asked);
});

test('keeps rates apart by pair and country', async () => {
  for (const fields of [{ destination_currency: 'EUR' }, { country_id: '1' }]) {
    expect((await rates(fields)).body.count).toBe(0);
  }
});

test.each([
  [{ country_id: 'CO' }, 'country_id'],
  [{ source_currency: '' }, 'source_currency'],
  [{ destination_currency: 'x'.repeat(21) }, 'destination_currency'],
])('%o is refused', async (fields, field) => {
  const { status, body } = await rates(fields);
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
});

test('stores nothing about the person who asked', async () => {
  const columns = await bff.db.introspection.getTables();
  const names = columns.find(({ name }) => name === 'rates')?.columns.map(({ name }) => name);
  expect(names).toEqual([
    'source_currency',
    'destination_currency',
    'country_id',
    'slot',
    'rate',
    'seen_at',
    'estimates',
  ]);
});

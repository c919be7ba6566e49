import { expect, test } from 'vitest';
import { createAccount, dollars, idOf, list, property, start, text } from './start.ts';

const simulate = '/api/v3/transfers/simulate';
const transfers = '/api/v3/transfers';
const noRate = { status: 404, body: { message: 'exchange rate not available' } };

/** A decimal string as numerator and denominator. */
function fraction(decimal: string): [bigint, bigint] {
  const [whole = '', part = ''] = decimal.split('.');
  return [BigInt(whole + part), 10n ** BigInt(part.length)];
}

test.each([
  ['USD', 'COP', 100n, 100n, 12_345n],
  ['USD', 'CLP', 100n, 1n, 999n],
  ['CLP', 'KWD', 1n, 1000n, 50_000n],
  ['USD', 'ETH', 100n, 10n ** 18n, 10n ** 17n],
  ['ETH', 'JPY', 10n ** 18n, 1n, 1_550_000_000_000_000_001n],
  ['BTC', 'COP', 10n ** 8n, 100n, 9_007_199_254_740_993n],
  ['USD', 'USD', 100n, 100n, 7n],
])('simulate %s to %s is exact, rounded down', async (from, to, fromUnit, toUnit, cents) => {
  const started = await start();
  const country_id = await idOf(started, '/api/v3/countries', 'Colombia');
  const { status, body } = await started.as('GET', simulate, {
    source_amount_cents: cents,
    source_amount_currency: from,
    country_id,
    destination_amount_currency: to,
  });
  expect(status).toBe(200);
  const rate = text(body, 'rate');
  expect(rate).toMatch(/^\d+(\.\d*[1-9])?$/);
  expect(rate.replace('.', '').replace(/^0+/, '').length).toBeLessThanOrEqual(10);
  const [digits, divisor] = fraction(rate);
  expect(body).toEqual({
    source_currency: from,
    destination_currency: to,
    rate,
    source_amount_cents: cents,
    destination_amount_cents: (cents * digits * toUnit) / (fromUnit * divisor),
    country: { id: country_id, name: 'Colombia', code: 'CO', is_asset: false },
  });
});

test('rates drift within 1% over time, and are the same for the same seed', async () => {
  const [one, same, other] = [await start(), await start(), await start({ seed: 2 })];
  const country_id = await idOf(one, '/api/v3/countries', 'Colombia');
  const rateOf = async (started: typeof one) =>
    text((await started.as('GET', simulate, { ...dollars(1), country_id })).body, 'rate');

  const first = await rateOf(one);
  expect(await rateOf(same)).toBe(first);
  expect(await rateOf(other)).not.toBe(first);

  const seen = new Set([first]);
  for (let step = 0; step < 60; step += 1) {
    one.clock.time += 30_000;
    seen.add(await rateOf(one));
  }
  expect(seen.size).toBeGreaterThan(50);
  for (const rate of seen) expect(Math.abs(Number(rate) / 4050.75 - 1)).toBeLessThan(0.01);
});

test.each([
  ['an unknown source currency', { source_amount_currency: 'XXX' }],
  ['an unknown destination currency', { destination_amount_currency: 'XXX' }],
  ['a currency without a rate', { destination_amount_currency: 'CUP' }],
  ['an unknown country', { country_id: 9_999n }],
])('answers no rate for %s', async (_, change) => {
  const { as } = await start();
  expect(await as('GET', simulate, { ...dollars(1), country_id: 1n, ...change })).toMatchObject(
    noRate,
  );
});

test.each([
  ['source_amount_cents', '0', 'must be greater than 0'],
  ['source_amount_cents', '-100', 'must be greater than 0'],
  ['source_amount_cents', '1.5', 'is not an integer'],
  ['source_amount_cents', '1e3', 'is not an integer'],
  ['source_amount_cents', '"100"', 'is not an integer'],
  ['source_amount_cents', 'null', "can't be blank"],
  ['source_amount_cents', '9'.repeat(61), 'is not an integer'],
  ['source_amount_currency', '5', 'is not a string'],
  ['destination_amount_currency', '""', "can't be blank"],
])('simulate and create refuse %s = %s', async (field, json, message) => {
  const { as, sandbox } = await start();
  const fields = {
    source_amount_cents: '100',
    source_amount_currency: '"USD"',
    destination_amount_currency: '"COP"',
    country_id: '1',
    destination_account_id: '501',
    [field]: json,
  };
  const members = Object.entries(fields).map(([name, value]) => `"${name}":${value}`);
  const refused = { status: 400, body: { errors: { [field]: [message] } } };
  expect(await as('GET', simulate, `{${members}}`)).toMatchObject(refused);
  expect(await as('POST', transfers, `{${members}}`)).toMatchObject(refused);
  expect(sandbox.transfers).toEqual([]);
});

test('create answers a pending transfer with the simulated amount, as show and list do', async () => {
  const started = await start();
  const { as, sandbox } = started;
  const destination_account_id = await createAccount(started);
  const country_id = await idOf(started, '/api/v3/countries', 'Colombia');
  const quote = (await as('GET', simulate, { ...dollars(250), country_id })).body;
  const { status, body } = await as('POST', transfers, { ...dollars(250), destination_account_id });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.any(BigInt),
    source_amount_cents: 25_000n,
    source_amount_currency: 'USD',
    destination_amount_cents: property(quote, 'destination_amount_cents'),
    destination_amount_currency: 'COP',
    state: 'pending',
    destination_account_id,
  });
  expect(await as('GET', `${transfers}/${text(body, 'id')}`)).toMatchObject({ status: 200, body });
  expect(await as('GET', transfers)).toMatchObject({ status: 200, body: [body] });
  expect(sandbox.transfers).toEqual([body]);
});

test('create refuses an unknown account or a pair without a rate, and creates nothing', async () => {
  const started = await start();
  const { as, sandbox } = started;
  const destination_account_id = await createAccount(started);
  const unknown = await as('POST', transfers, { ...dollars(1), destination_account_id: 999n });
  expect(unknown).toMatchObject({
    status: 404,
    body: { message: 'destination_account not found' },
  });
  const body = { ...dollars(1), destination_account_id, source_amount_currency: 'XXX' };
  expect(await as('POST', transfers, body)).toMatchObject(noRate);
  expect(sandbox.transfers).toEqual([]);
});

test.each(['9999', '0', '-1', 'abc', '09001', '9001x', '9'.repeat(30), '%00'])(
  'show of transfer %s is answered 400',
  async (id) => {
    const started = await start();
    await started.as('POST', transfers, {
      ...dollars(1),
      destination_account_id: await createAccount(started),
    });
    expect(await started.as('GET', `${transfers}/${id}`)).toMatchObject({
      status: 400,
      body: { message: 'record_not_found' },
    });
  },
);

test('the state changes with the clock, in show and in list', async () => {
  const started = await start({ assigned_after_ms: 100, settled_after_ms: 300 });
  const { as, clock } = started;
  const destination_account_id = await createAccount(started);
  const created = await as('POST', transfers, { ...dollars(1), destination_account_id });
  const states = async () => [
    text((await as('GET', `${transfers}/${text(created.body, 'id')}`)).body, 'state'),
    ...list((await as('GET', transfers)).body).map((transfer) => text(transfer, 'state')),
  ];
  const seen = [];
  for (const wait of [99, 1, 199, 1]) {
    clock.time += wait;
    seen.push(await states());
  }
  expect(seen).toEqual([
    ['pending', 'pending'],
    ['assigned', 'assigned'],
    ['assigned', 'assigned'],
    ['executed', 'executed'],
  ]);
});

test('amounts above 2^53 are exact in JSON', async () => {
  const started = await start();
  const { as, sandbox } = started;
  const destination_account_id = await createAccount(started);
  const source_amount_cents = 123_456_789_012_345_678_901_234_567_890n;
  const { body } = await as('POST', transfers, {
    source_amount_cents,
    source_amount_currency: 'ETH',
    destination_amount_currency: 'ETH',
    destination_account_id,
  });
  expect(body).toMatchObject({
    source_amount_cents,
    destination_amount_cents: source_amount_cents,
  });
  expect((await as('GET', transfers)).body).toEqual([body]);
  expect(sandbox.transfers[0]?.source_amount_cents).toBe(source_amount_cents);
});

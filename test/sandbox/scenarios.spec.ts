import { describe, expect, test } from 'vitest';
import { scenarios } from '../../src/sandbox/scenarios.ts';
import {
  bankAccount,
  createAccount,
  dollars,
  property,
  type Started,
  start,
  text,
} from './start.ts';

const path = '/api/v3/transfers';
const accounts = '/api/v3/distination_accounts';

async function ready(options = {}) {
  const started = await start(options);
  const destination_account_id = await createAccount(started);
  return {
    ...started,
    create: (units: number) =>
      started.as('POST', path, { ...dollars(units), destination_account_id }),
    simulate: (units: number) =>
      started.as('GET', `${path}/simulate`, { ...dollars(units), country_id: 6n }),
    createAccount: async (fields: object) =>
      started.as('POST', accounts, {
        ...(await bankAccount(started, 'Bancolombia', 'Other')),
        ...fields,
      }),
  };
}

const amountsTested = [13, 203, 400, 401, 404, 408, 422, 429, 500, 502, 504, 505, 606, 607, 777];
const textsTested = ['taken', 'strange error', 'broken', 'dropped', 'slow', '0000'];

test('every scenario has a test here', () => {
  const values = scenarios.map(({ value }) => value);
  expect([...values].sort()).toEqual([...amountsTested.map(String), ...textsTested].sort());
});

describe('amounts', () => {
  test('13 ends as rejected', async () => {
    const { create, sandbox, clock } = await ready();
    expect(await create(13)).toMatchObject({ status: 200, body: { state: 'pending' } });
    clock.time += 4_000;
    expect(sandbox.transfers[0]?.state).toBe('assigned');
    clock.time += 6_000;
    expect(sandbox.transfers[0]?.state).toBe('rejected');
  });

  test('422 is refused with a message that is not in the contract', async () => {
    const { create, sandbox } = await ready();
    expect(await create(422)).toMatchObject({
      status: 422,
      body: { message: 'amount below the minimum' },
    });
    expect(sandbox.transfers).toEqual([]);
  });

  test('606 and 607 are created, dropped, and created again by another system', async () => {
    const { create, sandbox } = await ready({ scenarios: { slow_ms: 20 } });
    await expect(create(606)).rejects.toThrow();
    expect(sandbox.transfers).toHaveLength(2);
    await expect(create(607)).rejects.toThrow();
    expect(sandbox.transfers).toHaveLength(3);
    await expect.poll(() => sandbox.transfers.length).toBe(4);
  });

  test('401 revokes all tokens and creates nothing', async () => {
    const { create, sandbox, authorize, call } = await ready();
    expect(await create(401)).toMatchObject({ status: 401, body: { message: 'unauthorized' } });
    expect((await create(1)).status).toBe(401);
    const authorization = `Bearer ${(await authorize()).token}`;
    const [account] = sandbox.accounts;
    const body = { ...dollars(401), destination_account_id: account?.id };
    expect((await call('POST', path, { authorization, body })).status).toBe(401);
    expect(sandbox.transfers).toEqual([]);
  });

  test('404 has no rate', async () => {
    const { create, simulate, sandbox } = await ready();
    const refused = { status: 404, body: { message: 'exchange rate not available' } };
    expect(await simulate(404)).toMatchObject(refused);
    expect(await create(404)).toMatchObject(refused);
    expect(sandbox.transfers).toEqual([]);
  });

  test('408 completes at once and answers late', async () => {
    const { create, simulate, sandbox } = await ready({ scenarios: { slow_ms: 200 } });
    const order: string[] = [];
    const slow = create(408).then(({ status }) => order.push(`create ${status}`));
    await expect.poll(() => sandbox.transfers.length).toBe(1);
    order.push('done');
    await slow;
    expect(order).toEqual(['done', 'create 200']);
    expect((await simulate(408)).status).toBe(200);
  });

  test('203 answers with the estimate of another request', async () => {
    const { simulate } = await ready();
    expect(await simulate(203)).toMatchObject({
      status: 200,
      body: { source_currency: 'USD', destination_currency: 'BRL', source_amount_cents: 50_000n },
    });
  });

  test('400 is refused with a message', async () => {
    const { simulate } = await ready();
    const body = { message: 'amount must be at least 10000' };
    expect(await simulate(400)).toMatchObject({ status: 400, body });
  });

  test('429 is answered with Retry-After on the first call and every second one after it', async () => {
    const { simulate } = await ready();
    const first = await simulate(429);
    expect(first).toMatchObject({ status: 429, body: { message: 'too many requests' } });
    expect(first.headers['retry-after']).toBe('1');
    expect((await simulate(429)).status).toBe(200);
    expect((await simulate(429)).status).toBe(429);
  });

  test('500 fails and creates nothing', async () => {
    const { create, simulate, sandbox } = await ready();
    expect((await simulate(500)).status).toBe(200);
    expect(await create(500)).toMatchObject({ status: 500, body: { message: /./ } });
    expect(sandbox.transfers).toEqual([]);
  });

  test('505 creates the transfer and then fails', async () => {
    const { create, sandbox } = await ready();
    expect((await create(505)).status).toBe(500);
    expect(sandbox.transfers).toHaveLength(1);
  });

  test.each([
    [502, 1],
    [504, 0],
  ])('%i drops the connection after creating %i transfers', async (units, done) => {
    const { create, sandbox } = await ready();
    await expect(create(units)).rejects.toThrow(/socket|closed|reset/i);
    expect(sandbox.transfers).toHaveLength(done);
    expect((await create(20)).status).toBe(200);
  });

  test('777 lowers the rate with each simulation, and creates at the last one', async () => {
    const { create, simulate } = await ready();
    const steady = Number(text((await simulate(778)).body, 'rate'));
    const first = await simulate(777);
    const second = await simulate(777);
    expect(Number(text(first.body, 'rate')) / steady).toBeCloseTo(1, 6);
    expect(Number(text(second.body, 'rate')) / steady).toBeCloseTo(0.995, 5);
    const amount = property(second.body, 'destination_amount_cents');
    expect((await create(777)).body).toMatchObject({ destination_amount_cents: amount });
  });

  test('are whole units of the source currency', async () => {
    const { as } = await ready();
    const simulate = (source_amount_cents: bigint, source_amount_currency: string) =>
      as('GET', `${path}/simulate`, {
        source_amount_cents,
        source_amount_currency,
        destination_amount_currency: 'COP',
        country_id: 6n,
      });
    expect((await simulate(404n, 'CLP')).status).toBe(404);
    expect((await simulate(404n * 10n ** 18n, 'ETH')).status).toBe(404);
    expect((await simulate(404n, 'USD')).status).toBe(200);
    expect((await simulate(40_401n, 'USD')).status).toBe(200);
  });
});

describe('accounts', () => {
  test.each([
    [{ alias: 'taken' }, { alias: ['has already been taken'] }],
    [{ alias: ' Taken 2' }, { alias: ['has already been taken'] }],
    [{ alias: 'strange error' }, { compliance_review: ['is waiting for the operator'] }],
    [
      { bank_number: '0000' },
      { bank_number: ['is invalid'], destination_account_bank: ['must exist'] },
    ],
  ])('%j is refused', async (fields, errors) => {
    const { createAccount: create, sandbox } = await ready();
    const message = 'error creating destination account';
    expect(await create(fields)).toMatchObject({ status: 400, body: { message, errors } });
    expect(sandbox.accounts).toHaveLength(1);
  });

  test('an edit fails as a creation does', async () => {
    const { as, sandbox, ...started } = await ready();
    const [account] = sandbox.accounts;
    const fields = await bankAccount(
      { ...started, as, sandbox } satisfies Started,
      'Bancolombia',
      'broken',
    );
    const answer = await as('PUT', `/api/v3/destination_accounts/${account?.id}`, fields);
    expect(answer.status).toBe(500);
    expect(sandbox.accounts).toEqual([account]);
  });

  test('broken fails and saves nothing', async () => {
    const { createAccount: create, sandbox } = await ready();
    expect((await create({ alias: 'Broken' })).status).toBe(500);
    expect(sandbox.accounts).toHaveLength(1);
  });

  test('dropped is saved without an answer, also with a number after it', async () => {
    const { createAccount: create, sandbox } = await ready();
    await expect(create({ alias: 'dropped' })).rejects.toThrow(/socket|closed|reset/i);
    await expect(create({ alias: 'dropped 2' })).rejects.toThrow(/socket|closed|reset/i);
    expect(sandbox.accounts.map(({ alias }) => alias)).toEqual(['Mum', 'dropped', 'dropped 2']);
  });

  test('a city called slow saves at once and answers late', async () => {
    const { createAccount: create, sandbox } = await ready({ scenarios: { slow_ms: 200 } });
    const order: string[] = [];
    const slow = create({ city: 'Slow' }).then(({ status }) => order.push(`create ${status}`));
    await expect.poll(() => sandbox.accounts.length).toBe(2);
    order.push('done');
    await slow;
    expect(order).toEqual(['done', 'create 200']);
  });
});

test('scenarios can be switched off', async () => {
  const { create, simulate, createAccount: account } = await ready({ scenarios: false });
  for (const units of [401, 404, 500, 502, 504, 505])
    expect((await create(units)).status).toBe(200);
  for (const units of [404, 408, 429]) expect((await simulate(units)).status).toBe(200);
  expect((await account({ alias: 'taken', city: 'slow', bank_number: '0000' })).status).toBe(200);
});

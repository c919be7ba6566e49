import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../src/bff/service/client.ts';
import { type Behaviour, json, misbehaviours } from './misbehaving-server.ts';
import { refused, serviceThat, transferRequest } from './service-that.ts';

const account = { alias: 'Ana', category: 'wallet' } as const;

describe('creating and editing an account', () => {
  it.each(misbehaviours)('is written once after %s', async (_name, _kind, behaviour) => {
    const { client, calls } = await serviceThat(behaviour);
    await expect(client.createAccount(account)).rejects.toThrow();
    await expect(client.editAccount('7', account)).rejects.toThrow();
    expect(calls().map(({ method }) => method)).toEqual(['POST', 'PUT']);
  });

  it('rejects with the messages by field', async () => {
    const { client } = await serviceThat((res) =>
      json(
        res,
        '{"message":"error creating destination account","errors":{"bank_type":["is not included in the list"],"alias":"has already been taken"}}',
        400,
      ),
    );
    await expect(client.createAccount(account)).rejects.toMatchObject({
      kind: 'refused',
      status: 400,
      errors: { bank_type: ['is not included in the list'], alias: ['has already been taken'] },
    });
  });
});

describe('simulating', () => {
  const { destination_account_id: _, ...amount } = transferRequest;
  const request = { ...amount, country_id: '6' };
  const answer = {
    source_currency: 'EUR',
    destination_currency: 'COP',
    rate: '4312.7',
    source_amount_cents: 100,
    destination_amount_cents: 431_270,
    country: { id: 6, name: 'Colombia', code: 'CO', is_asset: false },
  };

  it.each([
    ['no country', { country: null }],
    ['a country without a code', { country: { ...answer.country, code: null, is_asset: null } }],
  ])('accepts an estimate with %s', async (_name, part) => {
    const { client } = await serviceThat((res) =>
      json(res, JSON.stringify({ ...answer, ...part })),
    );
    await expect(client.simulate(request)).resolves.toMatchObject({ rate: '4312.7' });
  });

  it.each([
    ['amount', { source_amount_cents: 99 }],
    ['currency to send', { source_currency: 'USD' }],
    ['currency to receive', { destination_currency: 'BRL' }],
    ['country', { country: { ...answer.country, id: 7 } }],
  ])('rejects an estimate with another %s', async (_name, part) => {
    const { client, calls } = await serviceThat((res) =>
      json(res, JSON.stringify({ ...answer, ...part })),
    );
    await expect(client.simulate(request)).rejects.toMatchObject({ kind: 'unreadable' });
    expect(calls()).toHaveLength(1);
    expect(client.health().last_failure).toMatchObject({ kind: 'unreadable' });
  });
});

describe('reading', () => {
  const { destination_account_id: _, ...amount } = transferRequest;

  it.each<[string, (client: ServiceClient) => Promise<unknown>]>([
    ['an estimate', (client) => client.simulate({ ...amount, country_id: '6' })],
    ['an estimate without its request', (client) => client.simulateWithoutBody()],
    ['a transfer', (client) => client.showTransfer('7')],
    ['the transfers', (client) => client.listTransfers()],
    ['the transfers as text', (client) => client.listTransfersText({ etag: '"a"' })],
    ['an account', (client) => client.showAccount('7')],
    ['the accounts', (client) => client.listAccounts()],
    ['the accounts as text', (client) => client.listAccountsText()],
    ['the banks of a country', (client) => client.listBanks('Peru')],
  ])('asks caches not to answer: %s', async (_name, read) => {
    const asked: unknown[] = [];
    const { client } = await serviceThat((res, _seen, { headers }) => {
      asked.push(headers['cache-control']);
      json(res, '{"message":"error"}', 404);
    });
    await expect(read(client)).rejects.toMatchObject({ status: 404 });
    expect(asked).toEqual(['no-cache']);
  });

  it.each(misbehaviours)('reports %s as %s', async (_name, kind, behaviour) => {
    const { client } = await serviceThat(behaviour);
    await expect(client.showTransfer('7')).rejects.toMatchObject({ kind });
  });

  it.each([
    ['a connection that breaks', 3, (res) => res.destroy()],
    ['a 502', 3, (res) => res.writeHead(502).end()],
    ['a 503', 3, (res) => res.writeHead(503).end()],
    ['silence', 1, () => undefined],
    ['invalid JSON', 1, (res) => res.end('<html>')],
    ['a refusal', 1, refused(404, 'exchange rate not available')],
  ] satisfies [string, number, Behaviour][])(
    'after %s makes %i attempts in all',
    async (_name, times, behaviour) => {
      const { client, calls } = await serviceThat(behaviour);
      await expect(client.listCountries()).rejects.toThrow();
      expect(calls()).toHaveLength(times);
    },
  );

  it('succeeds at the second attempt', async () => {
    let attempts = 0;
    const { client } = await serviceThat((res) => {
      attempts += 1;
      if (attempts === 1) res.destroy();
      else json(res, '[{"id":1,"name":"Spain","code":"ES","is_asset":false}]');
    });
    await expect(client.listCountries()).resolves.toHaveLength(1);
    expect(client.health()).toMatchObject({
      last_success_at: expect.any(Number),
      last_failure: { kind: 'broken' },
    });
  });

  it('waits for a Retry-After that fits into its timeout', async () => {
    let busyUntil = 0;
    let attempts = 0;
    const { client } = await serviceThat((res) => {
      attempts += 1;
      busyUntil ||= Date.now() + 1_000;
      // Three attempts without the wait would all be too early.
      if (Date.now() >= busyUntil) json(res, '[]');
      else res.writeHead(429, { 'retry-after': '1' }).end();
    });
    await expect(client.listCountries()).resolves.toEqual([]);
    expect(attempts).toBe(2);
  });

  it('gives up on a Retry-After beyond its timeout', async () => {
    const { client, calls } = await serviceThat((res) =>
      res.writeHead(429, { 'retry-after': '60' }).end(),
    );
    await expect(client.listCountries()).rejects.toMatchObject({
      kind: 'busy',
      status: 429,
      retry_after_ms: 60_000,
    });
    expect(calls()).toHaveLength(1);
  });

  it('reads a Retry-After date by the Date header of the answer', async () => {
    const { client } = await serviceThat((res) => {
      const headers = {
        date: 'Tue, 01 Jan 2030 00:00:00 GMT',
        'retry-after': 'Tue, 01 Jan 2030 00:01:30 GMT',
      };
      res.writeHead(503, headers).end();
    });
    await expect(client.listCountries()).rejects.toMatchObject({ retry_after_ms: 90_000 });
  });

  it('does not retry or count a failure when its browser goes away', async () => {
    const browser = new AbortController();
    const { client, calls } = await serviceThat(() => browser.abort());
    await expect(client.listBanks(undefined, { signal: browser.signal })).rejects.toThrow();
    expect(calls()).toHaveLength(1);
    expect(client.health().last_failure).toBeNull();
  });

  it('rejects an account with another id than requested', async () => {
    const body = '{"id":555,"alias":"Ana","category":"wallet","country":null}';
    const { client } = await serviceThat((res) => json(res, body));
    for (const call of [client.showAccount('101'), client.editAccount('101', account)]) {
      await expect(call).rejects.toMatchObject({ kind: 'unreadable' });
    }
    expect(await client.showAccount('555')).toMatchObject({ alias: 'Ana' });
  });

  it('rejects an invalid id without a call', async () => {
    const { client, calls } = await serviceThat((res) => json(res, '{}'));
    for (const id of ['', '../transfers', '7/..', '7?x=1', '-1', '1'.repeat(31), '07']) {
      await expect(client.showTransfer(id)).rejects.toMatchObject({ kind: 'not-written' });
      await expect(client.showAccount(id)).rejects.toMatchObject({ kind: 'not-written' });
      await expect(client.editAccount(id, account)).rejects.toMatchObject({ kind: 'not-written' });
    }
    expect(calls()).toHaveLength(0);
  });

  it('lists the banks of a country by its name, or all', async () => {
    const { client, calls } = await serviceThat((res) => json(res, '[]'));
    await client.listBanks('Côte d’Ivoire & Co');
    await client.listBanks();
    expect(calls().map(({ path }) => path)).toEqual([
      '/api/v3/destination_account_banks?country_name=C%C3%B4te%20d%E2%80%99Ivoire%20%26%20Co',
      '/api/v3/destination_account_banks',
    ]);
  });
});

describe('amounts beyond 2^53', () => {
  it('are exact in requests and answers', async () => {
    const amount = 1_550_000_000_000_000_001n;
    const { client, calls } = await serviceThat((res, { body }) => {
      const sent = /"source_amount_cents":(\d+)/.exec(body)?.[1];
      json(
        res,
        `{"id":900719925474099301,"source_amount_cents":${sent},"source_amount_currency":"ETH","destination_amount_cents":123456789012345678901234567890,"destination_amount_currency":"COP","state":"pending","destination_account_id":7}`,
      );
    });
    const transfer = await client.createTransfer({
      ...transferRequest,
      source_amount_cents: amount,
    });
    expect(calls()[0]?.body).toContain('"source_amount_cents":1550000000000000001,');
    expect(transfer).toMatchObject({
      id: '900719925474099301',
      source_amount_cents: amount,
      destination_amount_cents: 123456789012345678901234567890n,
    });
  });
});

describe('the log', () => {
  it('holds operation, status, time and kind, and nothing of request or answer', async () => {
    const lines: object[] = [];
    const note = (fields: object, message: string) => void lines.push({ ...fields, message });
    const log = { info: note, warn: note, error: note };
    const { client } = await serviceThat(
      (res, { method }) =>
        method === 'GET' ? json(res, '[]') : json(res, '{"message":"Ana is taken"}', 400),
      { log },
    );
    await client.listBanks('Colombia');
    await expect(client.createAccount(account)).rejects.toThrow();
    expect(lines).toEqual([
      {
        operation: 'listBanks',
        status: 200,
        duration_ms: expect.any(Number),
        message: expect.any(String),
      },
      {
        operation: 'createAccount',
        status: 400,
        kind: 'refused',
        duration_ms: expect.any(Number),
        message: expect.any(String),
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/Ana|Colombia|token-|secret-key/);
  });
});

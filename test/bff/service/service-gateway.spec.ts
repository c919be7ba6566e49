import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isOutcomeUnknown } from '../../../src/bff/service/errors.ts';
import { operations } from '../../../src/contract/operations.ts';
import { json, serverThat } from './misbehaving-server.ts';
import { serviceAt, serviceThat, transferRequest } from './service-that.ts';

const breaker = { failures: 2, within_ms: 60_000, pause_ms: 60_000 };
const caught = (error: unknown) => error;

const transfer =
  '{"id":7,"source_amount_cents":100,"source_amount_currency":"EUR","destination_amount_cents":1,"destination_amount_currency":"COP","state":"pending","destination_account_id":7}';

describe('a service without answers', () => {
  it('gets no calls while the breaker is open, and a transfer is certainly not made', async () => {
    const { client, calls } = await serviceThat(() => undefined, { limits: { breaker } });
    await Promise.allSettled([client.showTransfer('1'), client.showTransfer('2')]);
    expect(calls()).toHaveLength(2);
    const error = await client.createTransfer(transferRequest).catch(caught);
    expect(error).toMatchObject({ kind: 'not-written', retry_after_ms: expect.any(Number) });
    expect(isOutcomeUnknown(error)).toBe(false);
    await expect(client.listBanks()).rejects.toMatchObject({ kind: 'not-written' });
    expect(calls()).toHaveLength(2);
  });

  it('leaves the outcome of a written transfer unknown when the breaker opens', async () => {
    // The POST hangs while other calls open the breaker.
    const hung: ServerResponse[] = [];
    const { client, calls } = await serviceThat(
      (res, { method }) => void (method === 'POST' ? hung.push(res) : res.destroy()),
      { limits: { breaker } },
    );
    // Obtains the token first.
    await client.showTransfer('1', { signal: AbortSignal.abort() }).catch(caught);
    const call = client.createTransfer(transferRequest).catch(caught);
    await expect.poll(() => calls().some(({ method }) => method === 'POST')).toBe(true);
    await client.showTransfer('1').catch(caught);
    await expect(client.showTransfer('2')).rejects.toMatchObject({ kind: 'not-written' });
    for (const res of hung) res.destroy();
    const error = await call;
    expect(error).toMatchObject({ kind: 'broken' });
    expect(isOutcomeUnknown(error)).toBe(true);
  });

  it('gets all calls again once it answers one', async () => {
    let alive = false;
    const { client, calls } = await serviceThat(
      (res) => (alive ? json(res, '[]') : res.destroy()),
      { limits: { breaker: { ...breaker, pause_ms: 1 } } },
    );
    await client.listBanks().catch(caught);
    alive = true;
    await expect.poll(() => client.listBanks().catch(() => null)).toEqual([]);
    const before = calls().length;
    await Promise.all(Array.from({ length: 10 }, () => client.listBanks()));
    expect(calls()).toHaveLength(before + 10);
  });

  it('does not include one that refuses or fails', async () => {
    for (const status of [400, 401, 404, 422, 429, 500, 503]) {
      const { client, calls } = await serviceThat(
        (res) => json(res, '{"message":"no"}', status, { 'retry-after': '60' }),
        { limits: { breaker } },
      );
      for (let count = 0; count < 3; count += 1) await client.createAccount(wallet).catch(caught);
      expect(calls().length).toBeGreaterThanOrEqual(3);
    }
  });
});

const simulation = {
  source_amount_cents: 5n,
  source_amount_currency: 'EUR',
  destination_amount_currency: 'COP',
  country_id: '1',
};
const wallet = { alias: 'Ana', category: 'wallet' } as const;

describe('more calls than the limits', () => {
  const limits = {
    quotes: { active: 1, waiting: 0 },
    reads: { active: 2, waiting: 3 },
    changes: { active: 1, waiting: 1 },
  };

  it('wait in the queue or are rejected at once, and are written once', async () => {
    const release: (() => void)[] = [];
    const { client, calls } = await serviceThat((res) => release.push(() => json(res, '[]')), {
      limits,
      timeouts: { headers: 5_000 },
    });
    const reads = Array.from({ length: 10 }, () => client.listBanks());
    const refused = await Promise.allSettled(reads.slice(5));
    for (const one of refused) {
      expect(one).toMatchObject({ reason: { kind: 'not-written', retry_after_ms: 1_000 } });
    }
    await expect.poll(() => release.length).toBe(2);
    while (calls().length < 5 || release.length > 0) {
      release.shift()?.();
      await new Promise((done) => setImmediate(done));
    }
    await expect(Promise.all(reads.slice(0, 5))).resolves.toHaveLength(5);
    expect(calls()).toHaveLength(5);
  });

  it('do not block a transfer while reads and quotes hang', async () => {
    const { client } = await serviceThat(
      (res, { method }) => void (method === 'POST' && json(res, transfer)),
      { limits, timeouts: { headers: 5_000, total: 5_000 } },
    );
    const gone = new AbortController();
    const reads = Array.from({ length: 5 }, () => client.listBanks('x', { signal: gone.signal }));
    const quote = client.simulate(simulation, { signal: gone.signal });
    const ended = Promise.allSettled([...reads, quote]);
    await expect(client.simulate(simulation)).rejects.toMatchObject({ kind: 'not-written' });
    await expect(client.createTransfer(transferRequest)).resolves.toMatchObject({ id: '7' });
    gone.abort();
    await ended;
  });
});

it('has a lower maximum size for an answer that is not a list', async () => {
  const padded = transfer.replace('"pending"', `"${'x'.repeat(1024 * 1024)}"`);
  const { client } = await serviceThat((res, { path }) =>
    json(res, path.endsWith('/7') ? padded : `[${padded}]`),
  );
  await expect(client.showTransfer('7')).rejects.toMatchObject({
    kind: 'unreadable',
    message: 'the answer is too large',
  });
  await expect(client.listTransfers()).resolves.toHaveLength(1);
});

it('requests only paths of the contract for hostile ids', async () => {
  const server = await serverThat((res, { path }) =>
    json(
      res,
      path.includes('/auth/') ? '{"token":"t","expires_at":"2999-01-01T00:00:00.000Z"}' : '[]',
    ),
  );
  const { client } = serviceAt(server.url);
  const hostile = [
    '7',
    '../7',
    '7/../../x',
    '%2e%2e',
    '7?a=b',
    '7#',
    '\\7',
    '٧',
    '7\n',
    ' 7',
    '//evil',
  ];
  for (const text of hostile) {
    await client.showTransfer(text).catch(caught);
    await client.showAccount(text).catch(caught);
    await client.editAccount(text, wallet).catch(caught);
    await client.listBanks(text).catch(caught);
  }
  const paths = Object.values(operations).map(({ path }) => path('7'));
  const asked = server.seen.map(({ path }) => new URL(path, server.url).pathname);
  expect(asked.length).toBeGreaterThan(hostile.length);
  for (const path of asked) expect(paths).toContain(path);
});

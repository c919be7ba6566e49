import { describe, expect, it } from 'vitest';
import { isOutcomeUnknown } from '../../../src/bff/service/errors.ts';
import { closedPort, json, misbehaviours, serverThat } from './misbehaving-server.ts';
import { refused, serviceAt, serviceThat, transferRequest } from './service-that.ts';

describe('creating a transfer', () => {
  it.each(misbehaviours)(
    'is written once with an unknown outcome after %s',
    async (_name, kind, behaviour) => {
      const { client, calls } = await serviceThat(behaviour);
      const error = await client.createTransfer(transferRequest).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ kind });
      expect(isOutcomeUnknown(error)).toBe(true);
      expect(calls().map(({ method }) => method)).toEqual(['POST']);
    },
  );

  it.each([
    [404, 'destination_account not found'],
    [400, 'amount too small'],
  ])('is refused for certain after %i %s', async (status, message) => {
    const { client, calls } = await serviceThat(refused(status, message));
    const error = await client.createTransfer(transferRequest).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: 'refused', status, message });
    expect(isOutcomeUnknown(error)).toBe(false);
    expect(calls()).toHaveLength(1);
  });

  it('is not made for certain when the service cannot be reached', async () => {
    const { client } = serviceAt(await closedPort());
    const error = await client.createTransfer(transferRequest).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: 'not-written' });
    expect(isOutcomeUnknown(error)).toBe(false);
  });

  it.each([
    [402, 'unreadable'],
    [403, 'unreadable'],
    [409, 'refused'],
    [422, 'refused'],
  ])('has an unknown outcome after %i, with the message of the service', async (status, kind) => {
    const { client } = await serviceThat(refused(status, 'amount below the minimum'));
    const error = await client.createTransfer(transferRequest).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind, service_message: 'amount below the minimum' });
    expect(isOutcomeUnknown(error)).toBe(true);
  });

  it('is not made for certain when no token can be obtained', async () => {
    const server = await serverThat(refused(400, 'exchange rate not available'));
    const error = await serviceAt(server.url)
      .client.createTransfer(transferRequest)
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: 'not-written' });
    expect(server.seen.map(({ path }) => path)).toEqual(['/api/v3/auth/authorize']);
  });

  it.each([401, 403])('is written once with an unknown outcome after %i', async (status) => {
    const { client, calls, tokenCalls } = await serviceThat((res, { authorization }) => {
      if (authorization === 'Bearer token-1') res.writeHead(status).end();
      else json(res, '[]');
    });
    const error = await client.createTransfer(transferRequest).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: 'unreadable', status });
    expect(isOutcomeUnknown(error)).toBe(true);
    expect(calls().map(({ method }) => method)).toEqual(['POST']);
    // The next call uses a new token.
    await expect.poll(tokenCalls).toHaveLength(2);
    expect(await client.listTransfers()).toEqual([]);
    expect(calls().at(-1)?.authorization).toBe('Bearer token-2');
  });

  it('is not written when the request does not match the contract', async () => {
    const { client, calls } = await serviceThat((res) => json(res, '{}'));
    const negative = client.createTransfer({ ...transferRequest, source_amount_cents: -1n });
    await expect(negative).rejects.toMatchObject({ kind: 'not-written' });
    expect(calls()).toHaveLength(0);
  });
});

import { describe, expect, it } from 'vitest';
import { isOutcomeUnknown } from '../../../src/bff/service/errors.ts';
import { closedPort, json, misbehaviours, serverThat } from './misbehaving-server.ts';
import { refused, serviceAt, serviceThat, transferRequest } from './service-that.ts';

describe('creating a transfer', () => {
  it.each(misbehaviours)(
    'is written once and not known after %s',
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
  ])('is known to be refused after %i %s', async (status, message) => {
    const { client, calls } = await serviceThat(refused(status, message));
    const error = await client.createTransfer(transferRequest).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: 'refused', status, message });
    expect(isOutcomeUnknown(error)).toBe(false);
    expect(calls()).toHaveLength(1);
  });

  it('is known not to be made when the service cannot be reached', async () => {
    const { client } = serviceAt(await closedPort());
    const error = await client.createTransfer(transferRequest).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: 'not-written' });
    expect(isOutcomeUnknown(error)).toBe(false);
  });

  it('is known not to be made when the token service fails in any way', async () => {
    const server = await serverThat(refused(400, 'exchange rate not available'));
    const error = await serviceAt(server.url)
      .client.createTransfer(transferRequest)
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: 'not-written' });
    expect(server.seen.map(({ path }) => path)).toEqual(['/api/v3/auth/authorize']);
  });

  it('is written again only after a 401, and then not a third time', async () => {
    const { client, calls } = await serviceThat((res, { authorization }) => {
      if (authorization === 'Bearer token-1') res.writeHead(401).end();
      else res.destroy();
    });
    const error = await client.createTransfer(transferRequest).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: 'broken' });
    expect(isOutcomeUnknown(error)).toBe(true);
    expect(calls().map(({ authorization }) => authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  it('is known not to be made when the renewed bearer is refused as well', async () => {
    const { client, calls, tokenCalls } = await serviceThat((res) => res.writeHead(401).end());
    const error = await client.createTransfer(transferRequest).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: 'credentials', status: 401 });
    expect(isOutcomeUnknown(error)).toBe(false);
    expect(calls()).toHaveLength(2);
    expect(tokenCalls()).toHaveLength(2);
  });

  it('is not written when the request is not as the contract says', async () => {
    const { client, calls } = await serviceThat((res) => json(res, '{}'));
    const negative = client.createTransfer({ ...transferRequest, source_amount_cents: -1n });
    await expect(negative).rejects.toMatchObject({ kind: 'not-written' });
    expect(calls()).toHaveLength(0);
  });
});

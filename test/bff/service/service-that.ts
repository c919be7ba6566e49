import { onTestFinished } from 'vitest';
import { createService, type ServiceOptions } from '../../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../../src/bff/service/token-store.ts';
import { type Behaviour, json, serverThat } from './misbehaving-server.ts';

const timeouts = { connect: 500, headers: 150, body: 150, total: 5_000, createTransfer: 5_000 };

export function serviceAt(baseUrl: string, options: Partial<ServiceOptions> = {}) {
  const service = createService({
    baseUrl,
    clientId: 'client',
    clientSecret: 'secret-key',
    tokenStore: createMemoryTokenStore(),
    timeouts,
    ...options,
  });
  onTestFinished(() => service.close());
  return service;
}

/** A service that issues tokens; `behaviour` answers every other call. */
export async function serviceThat(behaviour: Behaviour, options: Partial<ServiceOptions> = {}) {
  let given = 0;
  const server = await serverThat((res, seen, req) => {
    if (!seen.path.includes('/auth/')) return behaviour(res, seen, req);
    given += 1;
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    json(res, JSON.stringify({ token: `token-${given}`, expires_at }));
  });
  const service = serviceAt(server.url, options);
  const calls = () => server.seen.filter(({ path }) => !path.includes('/auth/'));
  const tokenCalls = () => server.seen.filter(({ path }) => path.includes('/auth/'));
  return { ...service, calls, tokenCalls };
}

export const refused = (status: number, message: string): Behaviour => {
  return (res) => json(res, JSON.stringify({ message }), status);
};

export const transferRequest = {
  destination_account_id: '7',
  source_amount_cents: 100n,
  source_amount_currency: 'EUR',
  destination_amount_currency: 'COP',
};

import { afterEach, describe, expect, it, vi } from 'vitest';
import { isOutcomeUnknown } from '../../../src/bff/service/errors.ts';
import { startSandboxService } from '../../support/sandbox-service.ts';

afterEach(() => void vi.useRealTimers());

const authorize = '/api/v3/auth/authorize';

describe('every operation', () => {
  it('has an answer that matches the contract', async () => {
    const { client, tokens } = await startSandboxService();
    const countries = await client.listCountries();
    const colombia = countries.find(({ code }) => code.startsWith('CO'));
    const currencies = await client.listCurrencies();
    expect(currencies.length).toBeGreaterThan(20);
    const banks = await client.listBanks(colombia?.name);
    expect(banks.length).toBeLessThan((await client.listBanks()).length);
    expect(banks.every(({ country_name }) => country_name === colombia?.name)).toBe(true);

    const request = {
      alias: 'Ana',
      category: 'bank',
      dni: '1020304050',
      dni_type: 'cc',
      first_name: 'Ana',
      last_name: 'Gómez',
      email: 'ana@example.com',
      bank_type: 'savings',
      bank_number: '123456789',
      bank_id: banks[0]?.id ?? '',
      address: 'Calle 1',
      city: 'Bogotá',
      birthdate: '1990-12-31',
    } as const;
    const account = await client.createAccount(request);
    expect(account).toMatchObject({ ...request, country: { name: colombia?.name } });
    await client.editAccount(account.id, { ...request, alias: 'Ana G.' });
    expect(await client.showAccount(account.id)).toMatchObject({ alias: 'Ana G.' });
    expect((await client.listAccounts()).map(({ id }) => id)).toEqual([account.id]);

    const amount = {
      source_amount_cents: 10_000n,
      source_amount_currency: 'EUR',
      destination_amount_currency: 'COP',
    };
    const estimate = await client.simulate({ ...amount, country_id: colombia?.id ?? '' });
    expect(estimate.destination_amount_cents).toBeGreaterThan(0n);
    const transfer = await client.createTransfer({ ...amount, destination_account_id: account.id });
    expect(transfer).toMatchObject({ ...amount, state: 'pending' });
    expect(await client.showTransfer(transfer.id)).toMatchObject({ id: transfer.id });
    expect((await client.listTransfers()).map(({ id }) => id)).toEqual([transfer.id]);

    expect(await tokens.deactivate()).toBe(true);
    expect(await client.listCountries()).toHaveLength(countries.length);
  });

  it('is refused with the messages of the contract', async () => {
    const { client } = await startSandboxService();
    await expect(client.showTransfer('999999')).rejects.toMatchObject({
      kind: 'refused',
      status: 400,
      message: 'record_not_found',
    });
    await expect(client.showAccount('999999')).rejects.toMatchObject({
      kind: 'refused',
      status: 404,
      message: 'record_not_found',
    });
  });
});

describe('the token', () => {
  it('is obtained once for 30 concurrent calls', async () => {
    const { client, callsOf } = await startSandboxService();
    await Promise.all(Array.from({ length: 30 }, () => client.listCountries()));
    expect(callsOf(authorize)).toHaveLength(1);
    expect(callsOf('/api/v3/countries')).toHaveLength(30);
  });

  it('is renewed once when it is revoked during 30 concurrent calls', async () => {
    const { client, sandbox, callsOf } = await startSandboxService();
    await client.listCountries();
    sandbox.revokeTokens();
    await Promise.all(Array.from({ length: 30 }, () => client.listCurrencies()));
    expect(callsOf(authorize)).toHaveLength(2);
    expect(callsOf('/api/v3/auth/refresh')).toHaveLength(0);
  });

  it('is refreshed in time over a minute of calls with a lifetime of 8 seconds', async () => {
    // Date and timers are fake: they stop during each real call, then advance by 250 ms. The sandbox
    // uses the same Date for its answers and tokens.
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const { client, sandbox, callsOf } = await startSandboxService({ token_lifetime_ms: 8_000 });
    for (let call = 0; call < 240; call += 1) {
      await client.listCurrencies();
      await vi.advanceTimersByTimeAsync(250);
    }
    // No call was rejected and retried.
    expect(callsOf('/api/v3/currencies')).toHaveLength(240);
    expect(callsOf(authorize)).toHaveLength(1);
    expect(sandbox.requests.length - 241).toBeLessThanOrEqual(12);
  });

  it('is requested at most twice in 50 calls with wrong credentials', async () => {
    const { client, sandbox } = await startSandboxService({}, 'not-the-secret');
    for (let call = 0; call < 50; call += 1) {
      await expect(client.listCountries()).rejects.toMatchObject({ kind: 'credentials' });
    }
    expect(sandbox.requests.length).toBeLessThanOrEqual(2);
  });
});

describe('a transfer whose token is revoked', () => {
  it('is not posted again, and has an unknown outcome', async () => {
    const { client, sandbox, callsOf } = await startSandboxService({ transfers: 1 });
    const account = sandbox.accounts[0];
    const before = sandbox.transfers.length;
    // 401.00 EUR: the sandbox revokes all tokens and answers 401.
    const call = client.createTransfer({
      destination_account_id: String(account?.id ?? ''),
      source_amount_cents: 40_100n,
      source_amount_currency: 'EUR',
      destination_amount_currency: 'COP',
    });
    const error = await call.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: 'unreadable', status: 401 });
    expect(isOutcomeUnknown(error)).toBe(true);
    expect(sandbox.transfers.length - before).toBe(0);
    expect(callsOf('/api/v3/transfers')).toHaveLength(1);
    // The next call uses a new token.
    await client.listTransfers();
    expect(callsOf(authorize)).toHaveLength(2);
  });

  it('is posted with a new token when a read before it finds an idle token revoked', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { client, sandbox, callsOf } = await startSandboxService({ transfers: 1 });
    await client.listCurrencies();
    sandbox.revokeTokens();
    vi.setSystemTime(Date.now() + 61_000);
    await client.createTransfer({
      destination_account_id: String(sandbox.accounts[0]?.id ?? ''),
      source_amount_cents: 5_000n,
      source_amount_currency: 'EUR',
      destination_amount_currency: 'COP',
    });
    expect(callsOf('/api/v3/transfers')).toHaveLength(1);
    expect(callsOf('/api/v3/currencies')).toHaveLength(3);
  });
});

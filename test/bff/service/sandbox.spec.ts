import { afterEach, describe, expect, it, vi } from 'vitest';
import { isOutcomeUnknown } from '../../../src/bff/service/errors.ts';
import { startSandboxService } from '../../support/sandbox-service.ts';

afterEach(() => void vi.useRealTimers());

const authorize = '/api/v3/auth/authorize';

describe('every operation', () => {
  it('is answered as the contract says', async () => {
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

  it('refuses in the words of the contract', async () => {
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
  it('is authorised once for 30 calls at once', async () => {
    const { client, callsOf } = await startSandboxService();
    await Promise.all(Array.from({ length: 30 }, () => client.listCountries()));
    expect(callsOf(authorize)).toHaveLength(1);
    expect(callsOf('/api/v3/countries')).toHaveLength(30);
  });

  it('is renewed once when it dies under 30 calls at once', async () => {
    const { client, sandbox, callsOf } = await startSandboxService();
    await client.listCountries();
    sandbox.revokeTokens();
    await Promise.all(Array.from({ length: 30 }, () => client.listCurrencies()));
    expect(callsOf(authorize)).toHaveLength(2);
    expect(callsOf('/api/v3/auth/refresh')).toHaveLength(0);
  });

  it('lasts a minute of calls although it lives 8 seconds', async () => {
    // The minute is Vitest's: Date and timers stand still while a call is really made, and then
    // move on by 250 ms. The sandbox dates its answers and its tokens by the same Date.
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const { client, sandbox, callsOf } = await startSandboxService({ token_lifetime_ms: 8_000 });
    for (let call = 0; call < 240; call += 1) {
      await client.listCurrencies();
      await vi.advanceTimersByTimeAsync(250);
    }
    // As many calls as were made: none was refused and repeated.
    expect(callsOf('/api/v3/currencies')).toHaveLength(240);
    expect(callsOf(authorize)).toHaveLength(1);
    expect(sandbox.requests.length - 241).toBeLessThanOrEqual(12);
  });

  it('is asked for seldom with wrong credentials', async () => {
    const { client, sandbox } = await startSandboxService({}, 'not-the-secret');
    for (let call = 0; call < 50; call += 1) {
      await expect(client.listCountries()).rejects.toMatchObject({ kind: 'credentials' });
    }
    expect(sandbox.requests.length).toBeLessThanOrEqual(2);
  });
});

describe('a transfer whose token dies', () => {
  it('is not posted again, and its outcome is not known', async () => {
    const { client, sandbox, callsOf } = await startSandboxService({ transfers: 1 });
    const account = sandbox.accounts[0];
    const before = sandbox.transfers.length;
    // 401.00 EUR: the sandbox ends all tokens and answers 401.
    const sending = client.createTransfer({
      destination_account_id: String(account?.id ?? ''),
      source_amount_cents: 40_100n,
      source_amount_currency: 'EUR',
      destination_amount_currency: 'COP',
    });
    const error = await sending.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: 'unreadable', status: 401 });
    expect(isOutcomeUnknown(error)).toBe(true);
    expect(sandbox.transfers.length - before).toBe(0);
    expect(callsOf('/api/v3/transfers')).toHaveLength(1);
    // The token is another one by the next call.
    await client.listTransfers();
    expect(callsOf(authorize)).toHaveLength(2);
  });

  it('is found dead by a read beforehand, where it was not used for a while', async () => {
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

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bank } from '../../src/contract/bank.ts';
import { country } from '../../src/contract/country.ts';
import { currency } from '../../src/contract/currency.ts';
import { destinationAccount } from '../../src/contract/destination-account.ts';
import { serviceErrorBody } from '../../src/contract/error-body.ts';
import { messages } from '../../src/contract/errors.ts';
import { simulation } from '../../src/contract/simulation.ts';
import { token } from '../../src/contract/token.ts';
import { transfer } from '../../src/contract/transfer.ts';
import { isFinal, transferStates } from '../../src/contract/transfer-state.ts';

const spain = { id: 1n, name: 'Spain', code: 'ES', is_asset: false };
const answers = {
  token: [token, { token: 'abc', expires_at: '2026-01-02T03:04:05.678+02:00' }],
  transfer: [
    transfer,
    {
      id: 12n,
      source_amount_cents: 10_000n,
      source_amount_currency: 'EUR',
      destination_amount_cents: 43_127_000n,
      destination_amount_currency: 'COP',
      state: 'pending',
      destination_account_id: 7n,
    },
  ],
  account: [
    destinationAccount,
    {
      id: 7n,
      alias: 'Ana',
      category: 'bank',
      dni: '1020',
      dni_type: 'cc',
      first_name: 'Ana',
      last_name: 'Gómez',
      email: 'ana@example.com',
      bank_type: 'savings',
      bank_number: '123',
      bank_id: 3n,
      address: 'Calle 1',
      city: 'Madrid',
      state: 'Madrid',
      phone: '+34',
      birthdate: null,
      additional_data: '',
      aba_number: '1',
      iban_number: null,
      cpf_number: null,
      country: { id: 1n, name: 'Spain', code: 'ES' },
    },
  ],
  country: [country, spain],
  currency: [currency, { name: 'Ether', iso_code: 'ETH', subunit_to_unit: 10n ** 18n }],
  bank: [bank, { id: 3n, code: '001', name: 'Banco', country_name: 'Spain' }],
  simulation: [
    simulation,
    {
      source_currency: 'EUR',
      destination_currency: 'COP',
      rate: '4312.7',
      source_amount_cents: 10_000n,
      destination_amount_cents: 43_127_000n,
      country: spain,
    },
  ],
} satisfies Record<string, [z.ZodMiniType, Record<string, unknown>]>;
type Name = keyof typeof answers;

/** The example answer with some fields changed; undefined removes a field. */
function altered(name: Name, changes: Record<string, unknown> = {}) {
  const [schema, example]: [z.ZodMiniType, Record<string, unknown>] = answers[name];
  const entries = Object.entries({ ...example, ...changes });
  const body = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return z.safeParse(schema, body);
}

const names = Object.keys(answers).filter((name): name is Name => name in answers);

describe('every answer', () => {
  it.each(names)('%s parses its example', (name) => {
    expect(altered(name).success).toBe(true);
  });

  it.each(names)('%s accepts an unknown field', (name) => {
    const known = altered(name);
    expect(altered(name, { brand_new: { deep: [1.5] } })).toEqual(known);
  });

  it('parses ids as text and amounts as integers', () => {
    expect(altered('transfer').data).toMatchObject({
      id: '12',
      destination_account_id: '7',
      source_amount_cents: 10_000n,
    });
    expect(altered('account').data).toMatchObject({ id: '7', bank_id: '3', country: { id: '1' } });
  });
});

describe('an absent or null value', () => {
  it.each([
    'dni',
    'dni_type',
    'first_name',
    'last_name',
    'email',
    'bank_type',
    'bank_number',
    'bank_id',
    'address',
    'city',
    'state',
    'phone',
    'birthdate',
    'additional_data',
    'aba_number',
    'iban_number',
    'cpf_number',
    'country',
  ])('is accepted for %s of an account', (field) => {
    expect(altered('account', { [field]: undefined }).success).toBe(true);
    expect(altered('account', { [field]: null }).success).toBe(true);
  });

  it('is accepted for is_asset of a country and for the country of a simulation', () => {
    expect(altered('country', { is_asset: undefined }).success).toBe(true);
    for (const country of [
      undefined,
      null,
      { id: 1n, name: 'Spain', code: null, is_asset: null },
    ]) {
      expect(altered('simulation', { country }).success).toBe(true);
    }
  });

  it('of a country does not hide the account or the simulation', () => {
    for (const country of [null, 'ES', {}, { id: 1n, name: null }]) {
      expect(altered('account', { country }).success).toBe(true);
      expect(altered('simulation', { country }).success).toBe(true);
    }
    const bare = { id: 1n, name: 'Chile', code: null, is_asset: null };
    expect(altered('account', { country: bare }).data).toMatchObject({
      country: { name: 'Chile', code: '', is_asset: undefined },
    });
  });

  it('is refused for every field of a transfer', () => {
    for (const field of Object.keys(answers.transfer[1])) {
      expect(altered('transfer', { [field]: undefined }).success).toBe(false);
    }
  });
});

describe('an unknown value', () => {
  it('is kept for a state, an ID type or a bank type', () => {
    expect(altered('transfer', { state: 'held' }).data).toMatchObject({ state: 'held' });
    expect(altered('account', { dni_type: 'nit', bank_type: 'gold' }).data).toMatchObject({
      dni_type: 'nit',
      bank_type: 'gold',
    });
  });
});

describe('a wrong type is refused', () => {
  it.each([
    ['transfer', { source_amount_cents: '10000' }],
    ['transfer', { source_amount_cents: 100 }],
    ['transfer', { source_amount_cents: 100.5 }],
    ['transfer', { source_amount_cents: -1n }],
    ['transfer', { destination_amount_cents: null }],
    ['transfer', { id: '12' }],
    ['transfer', { id: -12n }],
    ['transfer', { id: 10n ** 30n }],
    ['transfer', { state: 1n }],
    ['account', { category: 'card' }],
    ['account', { alias: null }],
    ['account', { bank_id: '3' }],
    ['account', { phone: 34n }],
    ['country', { is_asset: 'false' }],
    ['country', { code: 34n }],
    ['currency', { subunit_to_unit: 0n }],
    ['currency', { subunit_to_unit: -100n }],
    ['currency', { subunit_to_unit: '100' }],
    ['bank', { code: 1n }],
    ['simulation', { rate: 4312n }],
    ['simulation', { rate: '4,3' }],
    ['simulation', { rate: '-4.3' }],
    ['simulation', { rate: '4e3' }],
    ['token', { token: '' }],
    ['token', { token: 'abc\n' }],
    ['token', { token: 'a\u0000b' }],
    ['token', { token: 'a b' }],
    ['token', { expires_at: 'tomorrow' }],
    ['token', { expires_at: 1_700_000_000n }],
  ] satisfies [Name, Record<string, unknown>][])('%s with %o', (name, changes) => {
    expect(altered(name, changes).success).toBe(false);
  });
});

describe('transfer states', () => {
  it('are the four of the contract, of which two are final', () => {
    expect(transferStates).toEqual(['pending', 'assigned', 'executed', 'rejected']);
    expect(transferStates.filter(isFinal)).toEqual(['executed', 'rejected']);
    expect(isFinal('held')).toBe(false);
  });
});

describe('an error body', () => {
  it('has a message, and messages by field for an account', () => {
    expect(serviceErrorBody.parse({ message: 'record_not_found' })).toEqual({
      message: 'record_not_found',
    });
    const body = {
      message: 'error creating destination account',
      errors: {
        bank_type: ['is not included in the list'],
        destination_account_bank: ['must exist'],
      },
    };
    expect(serviceErrorBody.parse(body)).toEqual(body);
  });

  it('accepts one message in place of a list', () => {
    const body = { message: 'no', errors: { alias: 'has already been taken' } };
    expect(serviceErrorBody.parse(body).errors).toEqual({ alias: ['has already been taken'] });
  });

  it.each([null, [], ['a'], 'a', { alias: 7n }])(
    'keeps its message beside invalid errors: %o',
    (errors) => {
      expect(serviceErrorBody.parse({ message: 'no', errors })).toEqual({ message: 'no' });
    },
  );

  it.each([{}, { message: 1n }, { error: 'no' }, 'no', null])('refuses %o', (body) => {
    expect(serviceErrorBody.safeParse(body).success).toBe(false);
  });

  it('has the messages of the contract', () => {
    expect(Object.values(messages)).toEqual([
      'invalid credentials',
      'record_not_found',
      'exchange rate not available',
      'destination_account not found',
      'error creating destination account',
    ]);
  });
});

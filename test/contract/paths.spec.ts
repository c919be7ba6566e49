import { describe, expect, it } from 'vitest';
import { type OperationName, operations } from '../../src/contract/operations.ts';
import { idPattern } from '../../src/contract/paths.ts';

describe('operations', () => {
  // Copied again from contract 4, so that a typo in the source is found.
  it.each([
    ['authorize', 'POST', '/api/v3/auth/authorize', 'basic'],
    ['refresh', 'POST', '/api/v3/auth/refresh', 'basic'],
    ['deactivate', 'DELETE', '/api/v3/auth/destroy', 'basic'],
    ['simulate', 'GET', '/api/v3/transfers/simulate', 'bearer'],
    ['createTransfer', 'POST', '/api/v3/transfers', 'bearer'],
    ['showTransfer', 'GET', '/api/v3/transfers/7', 'bearer'],
    ['listTransfers', 'GET', '/api/v3/transfers', 'bearer'],
    ['createAccount', 'POST', '/api/v3/distination_accounts', 'bearer'],
    ['editAccount', 'PUT', '/api/v3/destination_accounts/7', 'bearer'],
    ['showAccount', 'GET', '/api/v3/destination_account/7', 'bearer'],
    ['listAccounts', 'GET', '/api/v3/destination_accounts', 'bearer'],
    ['listCountries', 'GET', '/api/v3/countries', 'bearer'],
    ['listCurrencies', 'GET', '/api/v3/currencies', 'bearer'],
    ['listBanks', 'GET', '/api/v3/destination_account_banks', 'bearer'],
  ] satisfies [OperationName, string, string, string][])(
    '%s is %s %s with %s',
    (name, method, path, auth) => {
      const operation = operations[name];
      expect(operation).toMatchObject({ method, auth });
      expect(operation.path('7')).toBe(path);
    },
  );

  it('are 14', () => {
    expect(Object.keys(operations)).toHaveLength(14);
  });

  it('send a body exactly where the contract shows one', () => {
    const withBody = Object.entries(operations).filter(([, { request }]) => request !== null);
    expect(withBody.map(([name]) => name).sort()).toEqual([
      'createAccount',
      'createTransfer',
      'deactivate',
      'editAccount',
      'refresh',
      'simulate',
    ]);
  });
});

describe('idPattern', () => {
  it.each(['0', '7', '9'.repeat(18), '18446744073709551615', '9'.repeat(30)])(
    'accepts %s',
    (id) => {
      expect(idPattern.test(id)).toBe(true);
    },
  );

  it.each([
    '',
    '9'.repeat(31),
    '07',
    '00',
    '-1',
    '1.0',
    '1e3',
    ' 7',
    '7\n',
    '../7',
    '7/8',
    '7?',
    '٧',
    '%37',
  ])('refuses %j', (id) => {
    expect(idPattern.test(id)).toBe(false);
  });
});

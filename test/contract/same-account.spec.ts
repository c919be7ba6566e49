import { expect, test } from 'vitest';
import { emptyOf } from '../../src/contract/account-fields.ts';
import { isPayable } from '../../src/contract/payable.ts';
import { differingFields } from '../../src/contract/same-account.ts';

const ana = {
  alias: 'Ana',
  category: 'bank',
  email: 'Ana@Example.com',
  bank_number: '12-34 5',
} as const;

test.each([
  [{ email: 'ana@example.com' }, []],
  [{ bank_number: '12345' }, []],
  [{ phone: null, state: '' }, []],
  [{ phone: '+57 300' }, ['phone']],
  [{ alias: 'ana' }, ['alias']],
  [{ email: undefined }, ['email']],
  // The case of a wallet's letters is part of its address.
  [{ additional_data: 'bc1Q' }, ['additional_data']],
])('an account with %j differs in %j', (changes, fields) => {
  const asked = 'additional_data' in changes ? { ...ana, additional_data: 'bc1q' } : ana;
  expect(differingFields({ ...asked, ...changes }, asked)).toEqual(fields);
});

test('a field is emptied as the contract types it', () => {
  expect((['birthdate', 'aba_number', 'iban_number', 'cpf_number'] as const).map(emptyOf)).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect((['phone', 'state', 'additional_data', 'bank_number'] as const).map(emptyOf)).toEqual([
    '',
    '',
    '',
    '',
  ]);
});

test.each([
  ['wallet', undefined, false],
  ['wallet', null, false],
  ['wallet', '  ', false],
  ['wallet', 'bc1q', true],
  ['bank', null, true],
] as const)('a %s with the address %o can be paid: %s', (category, additional_data, can) => {
  expect(isPayable({ category, additional_data })).toBe(can);
});

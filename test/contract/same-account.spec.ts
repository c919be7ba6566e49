import { describe, expect, test } from 'vitest';
import { emptyOf } from '../../src/contract/account-fields.ts';
import { isPayable } from '../../src/contract/payable.ts';
import { differingFields, numberKeys, sameAccounts } from '../../src/contract/same-account.ts';

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
  // A wallet address is case-sensitive.
  [{ additional_data: 'bc1Q' }, ['additional_data']],
])('an account with %j differs in %j', (changes, fields) => {
  const asked = 'additional_data' in changes ? { ...ana, additional_data: 'bc1q' } : ana;
  expect(differingFields({ ...asked, ...changes }, asked)).toEqual(fields);
});

test('emptyOf returns the empty value of the type that the contract gives', () => {
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

const iban = 'ES91 2100 0418 4502 0005 1332';
const keysOf = (fields: Parameters<typeof numberKeys>[0]) =>
  numberKeys(fields).map(({ key }) => key);

test.each([
  [{ iban_number: iban }, ['iban es9121000418450200051332']],
  [{ bank_number: iban }, ['iban es9121000418450200051332']],
  [{ bank_id: '7', bank_number: '12-34 5' }, ['bank 7 12345']],
  // The same number at another bank is another account.
  [{ bank_id: '8', bank_number: '12345' }, ['bank 8 12345']],
  [{ bank_number: '12345' }, []],
  // A routing number entered in the IBAN's place is the bank's, not the account's.
  [{ iban_number: '021000021' }, []],
  [{}, []],
] as const)('a bank account with %j has the keys %j', (fields, keys) => {
  expect(keysOf({ category: 'bank', ...fields })).toEqual(keys);
});

test('a wallet has its address as key, case included', () => {
  expect(keysOf({ category: 'wallet', additional_data: ' bc1Q ' })).toEqual(['wallet bc1Q']);
  expect(keysOf({ category: 'wallet', additional_data: null })).toEqual([]);
  // In a bank account the same field is no number.
  expect(keysOf({ category: 'bank', additional_data: 'Branch 12' })).toEqual([]);
});

describe('the same account twice', () => {
  const bank = { category: 'bank', bank_id: '7', bank_number: '00123-454821' };
  const wallet = { category: 'wallet', additional_data: '0xAb' };
  const iban = 'ES9121000418450200051332';
  const pairs = (...accounts: Parameters<typeof sameAccounts>[0]) =>
    [...sameAccounts(accounts)].map(([id, other]) => `${id} ${other.id}`);

  test.each([
    ['of one number at one bank', { ...bank, bank_number: '00123 454821' }, bank],
    ['of one wallet address', { ...wallet }, wallet],
    ['of one IBAN', { ...bank, iban_number: iban }, { ...bank, bank_number: iban.toLowerCase() }],
  ])('is found %s', (_name, one, other) => {
    expect(pairs({ ...one, id: '1' }, { ...other, id: '2' })).toEqual(['1 2', '2 1']);
  });

  test.each([
    ['another bank', { bank_id: '8' }, bank],
    ['another number', { bank_number: '123454821' }, bank],
    ['an address in other letters', { additional_data: '0xab' }, wallet],
    ['masked numbers', { masked: true }, bank],
    ['no number', { bank_number: '' }, { ...bank, bank_number: null }],
  ])('is not found with %s', (_name, change, of) => {
    expect(pairs({ ...of, ...change, id: '1' }, { ...of, id: '2' })).toEqual([]);
  });

  test('names no archived account, and the first of several', () => {
    const archived = { ...bank, archived: true };
    expect(pairs({ ...archived, id: '1' }, { ...bank, id: '2' })).toEqual(['1 2']);
    expect(pairs({ ...archived, id: '1' }, { ...bank, id: '2' }, { ...bank, id: '3' })).toEqual([
      '1 2',
      '2 3',
      '3 2',
    ]);
  });
});

import { describe, expect, it, test } from 'vitest';
import {
  type AccountField,
  accountFieldRules,
  accountFields,
  type FieldRule,
} from '../../src/contract/account-fields.ts';
import { isOfKind, maskedFields, searchedFields } from '../../src/contract/field-kinds.ts';

/** contract 2.3: the fields that hold a number of a person or account. */
const numbers: readonly AccountField[] = [
  'dni',
  'bank_number',
  'aba_number',
  'iban_number',
  'cpf_number',
];

describe('masked fields', () => {
  it('are all numbers of the contract, and the address of a wallet', () => {
    expect(maskedFields('bank')).toEqual(expect.arrayContaining([...numbers]));
    expect(maskedFields('wallet')).toEqual(expect.arrayContaining([...numbers, 'additional_data']));
  });

  it('are found by a search, and no field without a number is masked', () => {
    const searched = [...searchedFields('document'), ...searchedFields('account')];
    expect(searched).toEqual(expect.arrayContaining(maskedFields('wallet')));
  });
});

test('a search finds each number as one kind', () => {
  const [documents, accounts] = [searchedFields('document'), searchedFields('account')];
  expect(documents).toEqual(expect.arrayContaining(['dni', 'cpf_number']));
  expect(documents.filter((field) => accounts.includes(field))).toEqual([]);
  expect([...documents, ...accounts]).toEqual(
    expect.arrayContaining([...numbers, 'additional_data']),
  );
});

test('only free text and numbers are compared loosely', () => {
  const exact = accountFields.filter((field) => accountFieldRules[field].compare === 'exact');
  const chosen = accountFields.filter(
    (field) => isOfKind(field, 'choice') || isOfKind(field, 'id'),
  );
  expect(exact.toSorted()).toEqual([...chosen, 'alias', 'additional_data'].toSorted());
});

test('countries alone require a bank code, and no other field', () => {
  const rule = { mask: 'never', search: null, compare: 'loose', text: 'name' } as const;
  const ofCountries = { ...rule, type: 'text', required: ['PE'] } as const;
  // @ts-expect-error a text that only some countries need would be required nowhere
  const wrong: FieldRule = ofCountries;
  const right: FieldRule[] = [
    { ...ofCountries, type: 'code' },
    { ...ofCountries, required: 'bank' },
  ];
  expect(right).not.toContain(wrong);
  for (const field of accountFields) {
    const { required, type } = accountFieldRules[field];
    expect(typeof required === 'string', field).toBe(type !== 'code');
  }
});

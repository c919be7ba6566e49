import { describe, expect, it, test } from 'vitest';
import {
  type AccountField,
  accountFieldRules,
  accountFields,
  bankCodeFields,
  maskedFields,
  searchedFields,
} from '../../src/contract/account-fields.ts';

/** The fields that hold a number of a person or account; bank codes count too. */
const numbers: readonly AccountField[] = ['dni', 'bank_number', ...bankCodeFields];

describe('masked fields', () => {
  it('are all numbers, and the address of a wallet', () => {
    expect(maskedFields('bank')).toEqual(numbers);
    expect(maskedFields('wallet').toSorted()).toEqual([...numbers, 'additional_data'].toSorted());
  });
});

test('a search finds each number as one kind', () => {
  expect(searchedFields('document')).toEqual(['dni', 'cpf_number']);
  expect([...searchedFields('document'), ...searchedFields('account')].toSorted()).toEqual(
    [...numbers, 'additional_data'].toSorted(),
  );
});

test('only free text and numbers are compared loosely', () => {
  const exact = accountFields.filter((field) => accountFieldRules[field].compare === 'exact');
  expect(exact).toEqual([
    'alias',
    'category',
    'dni_type',
    'bank_type',
    'bank_id',
    'additional_data',
  ]);
});

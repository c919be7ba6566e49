import { describe, expect, it, test } from 'vitest';
import {
  type AccountField,
  accountFieldRules,
  accountFields,
  bankCodeFields,
  maskedFields,
  searchedFields,
} from '../../src/contract/account-fields.ts';

/** The numbers of people and accounts; a code of a bank is one whatever its name. */
const numbers: readonly AccountField[] = ['dni', 'bank_number', ...bankCodeFields];

describe('what is masked', () => {
  it('is each number, and of a wallet its address too', () => {
    expect(maskedFields('bank')).toEqual(numbers);
    expect(maskedFields('wallet').toSorted()).toEqual([...numbers, 'additional_data'].toSorted());
  });
});

test('each number is found by its digits, under one name', () => {
  expect(searchedFields('document')).toEqual(['dni', 'cpf_number']);
  expect([...searchedFields('document'), ...searchedFields('account')].toSorted()).toEqual(
    [...numbers, 'additional_data'].toSorted(),
  );
});

test('only what people write in their own way is compared loosely', () => {
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

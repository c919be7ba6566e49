import { expect, test } from 'vitest';
import { recipientsOf } from '../../../src/bff/search/recipients.ts';

test('finds a recipient by each of its account numbers', () => {
  const account = { id: '7', alias: 'Ana', category: 'bank' } as const;
  const numbers = {
    bank_number: '00123',
    iban_number: 'ES91 2100',
    aba_number: '0210-00021',
    additional_data: 'Branch 12',
  };
  const found = recipientsOf([{ ...account, ...numbers }], []).get('7');
  expect(found?.numbers.account.sort()).toEqual(['00123', '021000021', 'branch12', 'es912100']);
});

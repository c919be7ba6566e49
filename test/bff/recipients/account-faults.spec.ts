import { describe, expect, test } from 'vitest';
import {
  checkRequired,
  fieldProblem,
  isRefusedSomehow,
} from '../../../src/bff/recipients/account-faults.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';

describe('a refused account', () => {
  test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'])(
    'keeps errors under the key %s',
    (key) => {
      const errors = Object.fromEntries([[key, ['is odd']]]);
      const { details } = fieldProblem(new ServiceError('refused', 'no', { status: 400, errors }));
      expect(Object.entries(details.errors ?? {})).toEqual([[key, ['is odd']]]);
    },
  );

  test('merges errors of the bank and of its id into one field', () => {
    const errors = { destination_account_bank: ['must exist'], bank_id: ['is odd'] };
    const { details } = fieldProblem(new ServiceError('refused', 'no', { status: 400, errors }));
    expect(details.errors).toEqual({ bank_id: ['must exist', 'is odd'] });
  });

  test.each([
    [403, 'unreadable', true],
    [405, 'unreadable', true],
    [423, 'unreadable', true],
    [400, 'refused', true],
    [401, 'credentials', false],
    [408, 'broken', false],
    [429, 'busy', false],
    [500, 'broken', false],
    [undefined, 'timeout', false],
  ] as const)('with %s (%s) may be a locked account: %s', (status, kind, can) => {
    expect(isRefusedSomehow(new ServiceError(kind, '', { status }))).toBe(can);
  });
});

describe('the bank code of the country', () => {
  const bank = {
    alias: 'Ana',
    category: 'bank',
    dni: '1',
    dni_type: 'cc',
    first_name: 'Ana',
    last_name: 'Paz',
    email: 'a@b.example',
    address: 'x',
    city: 'y',
    bank_type: 'savings',
    bank_number: '1',
    bank_id: '7',
  } as const;
  const reference = {
    banks: async () => [{ id: '7', code: '1', name: 'BBVA', country_name: 'Spain' }],
    countries: async () => [{ id: '1', name: 'Spain', code: 'ES' }],
  };

  test('is required by the configured rules', async () => {
    const asked = checkRequired(bank, {
      reference,
      countryFieldRules: { ES: ['iban_number'] },
    });
    await expect(asked).rejects.toMatchObject({
      problem: 'invalid-fields',
      details: { errors: { iban_number: ["can't be blank"] } },
    });
    await checkRequired(
      { ...bank, iban_number: 'ES91' },
      {
        reference,
        countryFieldRules: { ES: ['iban_number'] },
      },
    );
  });

  test('is not checked when the banks can not be read', async () => {
    const down = async () => Promise.reject(new ServiceError('timeout', ''));
    const rules = { reference: { ...reference, banks: down }, countryFieldRules: { ES: [] } };
    await checkRequired(bank, rules);
    expect(await reference.countries()).toHaveLength(1);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  accountValues,
  sharedValues,
} from '../../../src/app/pages/recipients/account-form/account-values.ts';
import {
  switchCategory,
  switchCountry,
} from '../../../src/app/pages/recipients/account-form/switch-variant.ts';
import { anyValues, bankValues, walletValues } from './arbitrary-values.ts';

const sharedOf = (values: unknown) => z.parse(sharedValues, values);

describe('switching the category', () => {
  it.each(['bank', 'wallet'] as const)('to %s keeps the name and the owner', (category) => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const switched = switchCategory(values, category);
        expect(switched.category).toBe(category);
        expect(sharedOf(switched)).toEqual(sharedOf(values));
        expect(z.parse(accountValues, switched)).toEqual(switched);
      }),
    );
  });

  it('there and back leaves nothing of the bank account', () => {
    fc.assert(
      fc.property(bankValues, (values) => {
        const back = switchCategory(switchCategory(values, 'wallet'), 'bank');
        expect(back).toEqual({
          category: 'bank',
          ...sharedOf(values),
          country_id: '',
          bank_id: '',
          bank_type: '',
          bank_number: '',
          aba_number: '',
          iban_number: '',
          cpf_number: '',
          additional_data: '',
        });
      }),
    );
  });

  it('never makes a wallet address of the additional details of a bank account', () => {
    fc.assert(
      fc.property(bankValues, (values) => {
        expect(switchCategory(values, 'wallet')).toMatchObject({ additional_data: '' });
      }),
    );
  });
});

describe('switching the country', () => {
  it('drops the bank and the bank codes, and keeps all else', () => {
    fc.assert(
      fc.property(bankValues, (values) => {
        expect(switchCountry(values, '4')).toEqual({
          ...values,
          country_id: '4',
          bank_id: '',
          aba_number: '',
          iban_number: '',
          cpf_number: '',
        });
      }),
    );
  });

  it('means nothing to a wallet', () => {
    fc.assert(
      fc.property(walletValues, (values) => {
        expect(switchCountry(values, '4')).toEqual(values);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { accountSchema } from '../../../../src/app/pages/recipients/account-form/account-schema.ts';
import {
  type AccountValues,
  blankAccount,
  switchVariant,
} from '../../../../src/app/pages/recipients/account-form/account-values.ts';
import { bankCodeFields } from '../../../../src/contract/account-fields.ts';
import type { CountryFieldRules } from '../../../../src/contract/bank-codes.ts';
import { defaultCountryFieldRules } from '../../../../src/contract/field-rules.ts';
import { countries } from './arbitrary-values.ts';

const isBankCode = (name: string) => bankCodeFields.some((field) => field === name);

/** The form's errors: field -> message. */
function faults(
  values: AccountValues,
  countryFieldRules: CountryFieldRules = defaultCountryFieldRules,
) {
  const schema = accountSchema({
    countries,
    countryFieldRules,
    say: ({ message, id }) => message ?? id,
  });
  const { error } = z.safeParse(schema, values);
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join(), message]),
  );
}

const blankBank = (country_id: string) =>
  switchVariant(blankAccount('bank'), { country: countries.find(({ id }) => id === country_id) });

describe('a bank account', () => {
  it.each([
    ['Spain', '1', 'aba_number', 'Enter the ABA number.'],
    ['the USA', '2', 'iban_number', 'Enter the IBAN.'],
    ['Brazil', '3', 'cpf_number', 'Enter the CPF.'],
  ])('in %s requires its bank code', (_, country_id, field, message) => {
    const found = faults(blankBank(country_id));
    expect(found[field]).toBe(message);
    expect(Object.keys(found).filter(isBankCode)).toEqual([field]);
  });

  it('elsewhere requires only what the contract does not mark optional', () => {
    expect(Object.keys(faults(blankBank('4'))).sort()).toEqual(
      [
        'alias',
        'bank_id',
        'bank_number',
        'bank_type',
        'dni',
        'dni_type',
        'email',
        'first_name',
        'last_name',
        'address',
        'city',
      ].sort(),
    );
  });

  it('requires the account fields only once the country is chosen', () => {
    const found = faults(blankAccount('bank'));
    expect(found).toMatchObject({ country_id: 'Choose the country of the account.' });
    expect(Object.keys(found).filter((field) => field.startsWith('bank'))).toEqual([]);
    expect(found).toHaveProperty('first_name');
  });

  it('does not accept grouping marks alone as a code', () => {
    expect(faults({ ...blankBank('3'), ...{ cpf_number: ' .-. ' } })).toHaveProperty('cpf_number');
  });

  it.each(Object.entries(defaultCountryFieldRules))('in %s requires %j', (code, fields) => {
    const country = { id: '99', name: 'Somewhere', code: code.toLowerCase() };
    const schema = accountSchema({
      countries: [country],
      countryFieldRules: defaultCountryFieldRules,
      say: ({ id }) => id,
    });
    const { error } = z.safeParse(schema, switchVariant(blankAccount('bank'), { country }));
    const found = (error?.issues ?? []).map(({ path }) => path.join());
    expect(found.filter(isBankCode)).toEqual(fields);
  });

  it('follows the rules of the operator', () => {
    const found = faults(blankBank('1'), { ES: ['iban_number'] });
    expect(found).toHaveProperty('iban_number');
    expect(found).not.toHaveProperty('aba_number');
  });
});

describe('a wallet', () => {
  it('requires only a nickname', () => {
    expect(faults(blankAccount('wallet'))).toEqual({ alias: 'Enter a nickname.' });
    expect(faults({ ...blankAccount('wallet'), alias: '  ' })).toHaveProperty('alias');
    expect(faults({ ...blankAccount('wallet'), alias: 'Cold' })).toEqual({});
  });

  it('rejects a birth date that does not exist', () => {
    const wallet = { ...blankAccount('wallet'), alias: 'Cold' };
    expect(faults({ ...wallet, birthdate: '1999-02-29' })).toHaveProperty('birthdate');
    expect(faults({ ...wallet, birthdate: '2000-02-29' })).toEqual({});
  });
});

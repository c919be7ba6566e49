import { describe, expect, it } from 'vitest';
import { accountFields } from '../../src/contract/account-fields.ts';
import { countryFieldRules } from '../../src/contract/bank-codes.ts';
import {
  bankCodesFor,
  defaultCountryFieldRules,
  fieldOfErrorKey,
  requiredFields,
} from '../../src/contract/field-rules.ts';

describe('bankCodesFor', () => {
  it.each([
    ['ES', ['aba_number']],
    ['US', ['iban_number']],
    ['BR', ['cpf_number']],
    ['es', ['aba_number']],
    ['Us', ['iban_number']],
    [' br ', ['cpf_number']],
    ['CO', []],
    ['', []],
    ['BTC', []],
  ])('returns for %j the codes %j of contract 2.3', (code, fields) => {
    expect(bankCodesFor(code, defaultCountryFieldRules)).toEqual(fields);
  });

  it('uses the table of an operator', () => {
    const rules = countryFieldRules.parse({
      ES: ['iban_number'],
      MX: ['aba_number', 'cpf_number'],
    });
    expect(bankCodesFor('es', rules)).toEqual(['iban_number']);
    expect(bankCodesFor('MX', rules)).toEqual(['aba_number', 'cpf_number']);
    expect(bankCodesFor('US', rules)).toEqual([]);
  });

  it.each([{ ES: ['swift'] }, { ES: 'iban_number' }, ['ES'], 'ES'])(
    'takes no table of %j',
    (rules) => {
      expect(countryFieldRules.safeParse(rules).success).toBe(false);
    },
  );
});

describe('requiredFields', () => {
  const bank = [
    'alias',
    'category',
    'dni',
    'dni_type',
    'first_name',
    'last_name',
    'email',
    'address',
    'city',
    'bank_type',
    'bank_number',
    'bank_id',
  ];

  it('requires only alias and category of a wallet, in any country', () => {
    expect(requiredFields('wallet')).toEqual(['alias', 'category']);
    expect(requiredFields('wallet', 'ES')).toEqual(['alias', 'category']);
  });

  it('requires of a bank account what is optional for wallets, and its bank', () => {
    expect(requiredFields('bank')).toEqual(bank);
    expect(requiredFields('bank', 'CO')).toEqual(bank);
  });

  it('adds the bank code of the country', () => {
    expect(requiredFields('bank', 'ES')).toEqual([...bank, 'aba_number']);
    expect(requiredFields('bank', 'us')).toEqual([...bank, 'iban_number']);
    expect(requiredFields('bank', 'BR')).toEqual([...bank, 'cpf_number']);
    expect(requiredFields('bank', 'ES', { ES: ['iban_number'] })).toEqual([...bank, 'iban_number']);
  });
});

describe('fieldOfErrorKey', () => {
  it('maps each field to itself, and destination_account_bank to bank_id', () => {
    for (const field of accountFields) expect(fieldOfErrorKey(field)).toBe(field);
    expect(fieldOfErrorKey('destination_account_bank')).toBe('bank_id');
  });

  it.each(['base', 'id', 'country', 'constructor', ''])('returns undefined for %j', (key) => {
    expect(fieldOfErrorKey(key)).toBeUndefined();
  });
});

import type { BankCodeField, CountryFieldRules } from './bank-codes.ts';
import { type AccountField, accountFields } from './destination-account.ts';

/**
 * contract 2.3 says just this: aba for Spain, iban for the USA, cpf for Brazil.
 * It reads like a swap, but the contract is the only authority; an operator whose service differs
 * gives a table of their own.
 */
export const defaultCountryFieldRules: CountryFieldRules = {
  ES: ['aba_number'],
  ESP: ['aba_number'],
  US: ['iban_number'],
  USA: ['iban_number'],
  BR: ['cpf_number'],
  BRA: ['cpf_number'],
};

/** The bank codes that an account in this country needs; none for a country without a rule. */
export function bankCodesFor(countryCode: string, rules: CountryFieldRules): BankCodeField[] {
  return rules[countryCode.trim().toUpperCase()] ?? [];
}

/** contract 2.3: marked 'optional for wallet', which leaves them required for a bank account. */
const ownerFields = [
  'dni',
  'dni_type',
  'first_name',
  'last_name',
  'email',
  'address',
  'city',
] as const satisfies readonly AccountField[];

/** contract 2.3: what says where the money goes, of a bank account. */
export const bankFields = [
  'bank_type',
  'bank_number',
  'bank_id',
] as const satisfies readonly AccountField[];

/**
 * The fields that must not be empty (contract 2.3).
 * @param countryCode the account's country, where it is known: it adds the bank codes of that country.
 */
export function requiredFields(
  category: 'bank' | 'wallet',
  countryCode?: string,
  rules: CountryFieldRules = defaultCountryFieldRules,
): AccountField[] {
  if (category === 'wallet') return ['alias', 'category'];
  const codes = countryCode === undefined ? [] : bankCodesFor(countryCode, rules);
  return ['alias', 'category', ...ownerFields, ...bankFields, ...codes];
}

/**
 * The account field that an error key of the service speaks of, or undefined for a key we don't know.
 * contract 7: the bank's error comes under the name of the bank, not of the field that holds its id.
 */
export function fieldOfErrorKey(key: string): AccountField | undefined {
  if (key === 'destination_account_bank') return 'bank_id';
  return accountFields.find((field) => field === key);
}

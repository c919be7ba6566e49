import {
  type AccountField,
  accountFieldRules,
  accountFields,
  type BankCodeField,
  bankCodeFields,
} from './account-fields.ts';
import type { CountryFieldRules } from './bank-codes.ts';

/** The bank codes by country of contract 2.3. */
export const defaultCountryFieldRules: CountryFieldRules = {};
for (const field of bankCodeFields) {
  for (const country of accountFieldRules[field].required) {
    defaultCountryFieldRules[country] = [...(defaultCountryFieldRules[country] ?? []), field];
  }
}

/** Returns the bank codes that an account in this country needs; empty for a country without a rule. */
export function bankCodesFor(countryCode: string, rules: CountryFieldRules): BankCodeField[] {
  return rules[countryCode.trim().toUpperCase()] ?? [];
}

const requiredAs = (of: 'always' | 'owner' | 'bank') =>
  accountFields.filter((field) => accountFieldRules[field].required === of);
// contract 2.3: fields marked 'optional for wallet' are required for a bank account.
const requiredOfBanks = [...requiredAs('always'), ...requiredAs('owner'), ...requiredAs('bank')];

/**
 * Returns the fields that must not be empty (contract 2.3).
 * @param countryCode the bank's country, when known: adds the bank codes of that country.
 */
export function requiredFields(
  category: 'bank' | 'wallet',
  countryCode?: string,
  rules: CountryFieldRules = defaultCountryFieldRules,
): AccountField[] {
  if (category === 'wallet') return requiredAs('always');
  const codes = countryCode === undefined ? [] : bankCodesFor(countryCode, rules);
  return [...requiredOfBanks, ...codes];
}

/**
 * Maps an error key of the service to its account field; undefined for an unknown key.
 * contract 7: errors of `bank_id` come under `destination_account_bank`.
 */
export function fieldOfErrorKey(key: string): AccountField | undefined {
  if (key === 'destination_account_bank') return 'bank_id';
  return accountFields.find((field) => field === key);
}

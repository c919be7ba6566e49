import {
  type AccountField,
  accountFieldRules,
  accountFields,
  type BankCodeField,
  bankCodeFields,
} from './account-fields.ts';
import type { CountryFieldRules } from './bank-codes.ts';

/** The contract's own table. */
export const defaultCountryFieldRules: CountryFieldRules = {};
for (const field of bankCodeFields) {
  for (const country of accountFieldRules[field].required) {
    defaultCountryFieldRules[country] = [...(defaultCountryFieldRules[country] ?? []), field];
  }
}

/** The bank codes that an account in this country needs; none for a country without a rule. */
export function bankCodesFor(countryCode: string, rules: CountryFieldRules): BankCodeField[] {
  return rules[countryCode.trim().toUpperCase()] ?? [];
}

const requiredAs = (of: 'always' | 'owner' | 'bank') =>
  accountFields.filter((field) => accountFieldRules[field].required === of);
// contract 2.3: what is marked 'optional for wallet' stays required for a bank account.
const requiredOfBanks = [...requiredAs('always'), ...requiredAs('owner'), ...requiredAs('bank')];

/**
 * The fields that must not be empty (contract 2.3).
 * @param countryCode the account's country, where it is known: it adds the bank codes of that country.
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
 * The account field that an error key of the service speaks of, or undefined for a key we don't know.
 * contract 7: the bank's error comes under the name of the bank, not of the field that holds its id.
 */
export function fieldOfErrorKey(key: string): AccountField | undefined {
  if (key === 'destination_account_bank') return 'bank_id';
  return accountFields.find((field) => field === key);
}

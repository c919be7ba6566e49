import * as z from 'zod/mini';
import { type AccountValues, blankAccount, type Category, sharedValues } from './account-values.ts';

/** The form for the other category: the name and the owner stay, the account is asked for anew. */
export function switchCategory(values: AccountValues, category: Category): AccountValues {
  return { ...blankAccount(category), ...z.parse(sharedValues, values) };
}

/** The form for another country: its banks and bank codes are others, all else stays. */
export function switchCountry(values: AccountValues, country_id: string): AccountValues {
  if (values.category === 'wallet') return values;
  return { ...values, country_id, bank_id: '', aba_number: '', iban_number: '', cpf_number: '' };
}

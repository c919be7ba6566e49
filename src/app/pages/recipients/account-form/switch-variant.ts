import * as z from 'zod/mini';
import type { Country } from '../../../../contract/country.ts';
import { type AccountValues, blankAccount, type Category, sharedValues } from './account-values.ts';

/** What the person chose: the category, or the country or digital asset; undefined clears that. */
export type Switch = { category: Category } | { country: Country | undefined };

/**
 * The form after a switch. A digital asset is taken to mean a wallet and a country a bank account, on
 * which the contract is silent. The name and the owner stay; of the account stays what fits the new choice as well.
 */
export function switchVariant(values: AccountValues, to: Switch): AccountValues {
  const category = 'category' in to ? to.category : categoryOf(to.country, values.category);
  const country_id = 'country' in to ? (to.country?.id ?? '') : '';
  if (category !== values.category) {
    return { ...blankAccount(category), ...z.parse(sharedValues, values), country_id };
  }
  if ('category' in to || country_id === values.country_id) return values;
  if (values.category === 'bank') {
    return { ...values, country_id, bank_id: '', aba_number: '', iban_number: '', cpf_number: '' };
  }
  // An address typed before its asset was named is of that asset; of another one it can't be.
  const { additional_data } = values;
  return { ...values, country_id, additional_data: values.country_id ? '' : additional_data };
}

function categoryOf(country: Country | undefined, current: Category): Category {
  if (!country) return current;
  return country.is_asset ? 'wallet' : 'bank';
}

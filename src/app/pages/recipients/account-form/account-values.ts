import * as z from 'zod/mini';
import { bankTypes, dniTypes } from '../../../../contract/account-choices.ts';
import { bankCodeFields } from '../../../../contract/account-fields.ts';
import type { Country } from '../../../../contract/country.ts';
import { recordOf } from '../../../../contract/record-of.ts';

const text = z.string();

const shared = {
  alias: text,
  dni_type: z.enum(['', ...dniTypes]),
  dni: text,
  first_name: text,
  last_name: text,
  email: text,
  address: text,
  city: text,
  state: text,
  phone: text,
  birthdate: text,
};

/** What a bank account and a wallet both have. An empty text stands for nothing given. */
export const sharedValues = z.object(shared);

const bankValues = z.object({
  ...shared,
  category: z.literal('bank'),
  /** Not sent: it narrows the banks and says which bank codes are needed. */
  country_id: text,
  bank_id: text,
  bank_type: z.enum(['', ...bankTypes]),
  bank_number: text,
  ...recordOf(bankCodeFields, () => text),
  additional_data: text,
});

// contract 2.3: additional_data is a wallet's address here, so it is not shared with a bank account.
const walletValues = z.object({
  ...shared,
  category: z.literal('wallet'),
  /** Not sent: the digital asset, if one was chosen, says what an address looks like. */
  country_id: text,
  additional_data: text,
});

/** The form of a recipient, as it stands on the screen. */
export const accountValues = z.union([bankValues, walletValues]);
export type AccountValues = z.infer<typeof accountValues>;
export type Category = AccountValues['category'];

const noOwner = {
  alias: '',
  dni_type: '',
  dni: '',
  first_name: '',
  last_name: '',
  email: '',
  address: '',
  city: '',
  state: '',
  phone: '',
  birthdate: '',
} as const satisfies z.infer<typeof sharedValues>;

// All that goes with the country of a bank account.
const noCountry = { country_id: '', bank_id: '', ...recordOf(bankCodeFields, () => '') };
const noBank = { ...noCountry, bank_type: '', bank_number: '', additional_data: '' } as const;

/** An empty form. */
export function blankAccount(category: Category): AccountValues {
  return category === 'bank'
    ? { category, ...noOwner, ...noBank }
    : { category, ...noOwner, country_id: '', additional_data: '' };
}

/** Whether two forms hold the same. */
export function isSame(values: AccountValues, others: AccountValues): boolean {
  const texts: Partial<Record<string, string>> = others;
  return Object.entries(values).every(([field, text]) => text === texts[field]);
}

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
    return { ...values, ...noCountry, country_id };
  }
  // An address typed before its asset was named is of that asset; of another one it can't be.
  const { additional_data } = values;
  return { ...values, country_id, additional_data: values.country_id ? '' : additional_data };
}

function categoryOf(country: Country | undefined, current: Category): Category {
  if (!country) return current;
  return country.is_asset ? 'wallet' : 'bank';
}

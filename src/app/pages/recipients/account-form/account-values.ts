import * as z from 'zod/mini';
import { bankTypes, dniTypes } from '../../../../contract/account-choices.ts';
import { bankCodeFields } from '../../../../contract/account-fields.ts';
import type { Country } from '../../../../contract/country.ts';
import { recordOf } from '../../../../contract/record-of.ts';
import { bankTexts, sentText, sharedTexts } from '../../../accounts/account-fields.ts';

const text = z.string();

const shared = {
  alias: text,
  dni_type: z.enum(['', ...dniTypes]),
  birthdate: text,
  ...recordOf(sharedTexts, () => text),
};

/** The fields of both bank accounts and wallets; '' is empty. */
export const sharedValues = z.object(shared);

const bankValues = z.object({
  ...shared,
  category: z.literal('bank'),
  /** Not sent: it decides which banks are listed and which bank codes are required. */
  country_id: text,
  bank_id: text,
  bank_type: z.enum(['', ...bankTypes]),
  ...recordOf(bankTexts, () => text),
  additional_data: text,
});

// contract 2.3: in a wallet, additional_data is the address, so it is not shared with a bank account.
const walletValues = z.object({
  ...shared,
  category: z.literal('wallet'),
  /** Not sent: the digital asset, if chosen, decides how the address is checked. */
  country_id: text,
  additional_data: text,
});

/** The values of the form, as shown on the screen. */
export const accountValues = z.union([bankValues, walletValues]);
export type AccountValues = z.infer<typeof accountValues>;
export type Category = AccountValues['category'];

const noOwner = {
  alias: '',
  dni_type: '',
  birthdate: '',
  ...recordOf(sharedTexts, () => ''),
} as const satisfies z.infer<typeof sharedValues>;

// The fields that depend on the country of a bank account.
const noCountry = { country_id: '', bank_id: '', ...recordOf(bankCodeFields, () => '') };
const noBank = {
  ...noCountry,
  ...recordOf(bankTexts, () => ''),
  bank_type: '',
  additional_data: '',
} as const;

/** contract 2.3: the ID type of a company. It has one name, which the form asks for in `first_name`. */
export const isCompany = ({ dni_type }: Pick<AccountValues, 'dni_type'>) =>
  dni_type === 'company_dni';

/** A person's two names as a company's one. */
export function companyName({ first_name, last_name }: Names): string {
  return `${first_name ?? ''} ${last_name ?? ''}`.trim().replace(/\s+/g, ' ');
}

/** A company's name as the service's two (contract 2.3): its last word, the legal form, as the surname. */
export function splitCompanyName(name: string): { first_name: string; last_name: string } {
  const words = name.trim().split(/\s+/);
  const last_name = words.length > 1 ? (words.pop() ?? '') : '';
  return { first_name: words.join(' '), last_name };
}

type Names = { first_name?: string | null | undefined; last_name?: string | null | undefined };

/**
 * The owner's ID as it is sent: what was entered, or else the CPF, which in Brazil is the ID number of a
 * person, and the CNPJ in the same field that of a company.
 */
export function ownerId(values: AccountValues): Pick<AccountValues, 'dni' | 'dni_type'> {
  const { dni, dni_type } = values;
  const cpf = values.category === 'bank' ? sentText('cpf_number', values.cpf_number) : '';
  if (dni.trim() !== '' || (dni_type !== '' && !isCompany(values)) || cpf === '') {
    return { dni, dni_type };
  }
  return { dni: cpf, dni_type: dni_type || 'cc' };
}

/** An empty form. */
export function blankAccount(category: Category): AccountValues {
  return category === 'bank'
    ? { category, ...noOwner, ...noBank }
    : { category, ...noOwner, country_id: '', additional_data: '' };
}

/** Whether two forms have the same values. */
export function isSame(values: AccountValues, others: AccountValues): boolean {
  const texts: Partial<Record<string, string>> = others;
  return Object.entries(values).every(([field, text]) => text === texts[field]);
}

/** Whether an account number is the end of an IBAN, behind its country and check digits (ISO 13616). */
export function isOfIban(bank_number: string, iban_number: string): boolean {
  const number = sentText('iban_number', bank_number);
  return number !== '' && number === sentText('iban_number', iban_number).slice(4);
}

/** The category, country or digital asset that the person chose; undefined clears the country. */
type Switch = { category: Category } | { country: Country | undefined };

/**
 * The form after a switch. A digital asset switches to a wallet and a country to a bank account; the
 * contract says nothing about that. Nickname and owner stay, and account fields that still apply.
 */
export function switchVariant(values: AccountValues, to: Switch): AccountValues {
  const category = 'category' in to ? to.category : categoryOf(to.country, values.category);
  const country_id = 'country' in to ? (to.country?.id ?? '') : '';
  if (category !== values.category) {
    return { ...blankAccount(category), ...z.parse(sharedValues, values), country_id };
  }
  if ('category' in to || country_id === values.country_id) return values;
  if (values.category === 'bank') {
    // A code typed before any country was chosen stays, as an IBAN by which it was found.
    if (!values.country_id) return { ...values, bank_id: '', country_id };
    // The IBAN goes, so what it filled in goes too.
    const { bank_number, iban_number } = values;
    const kept = isOfIban(bank_number, iban_number) ? '' : bank_number;
    return { ...values, ...noCountry, bank_number: kept, country_id };
  }
  // An address typed before any asset was chosen stays; one of another asset can't be right.
  const { additional_data } = values;
  return { ...values, country_id, additional_data: values.country_id ? '' : additional_data };
}

function categoryOf(country: Country | undefined, current: Category): Category {
  if (!country) return current;
  return country.is_asset ? 'wallet' : 'bank';
}

import * as z from 'zod/mini';
import { bankTypes, dniTypes } from '../../../../contract/destination-account.ts';

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
  aba_number: text,
  iban_number: text,
  cpf_number: text,
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

const noBank = {
  country_id: '',
  bank_id: '',
  bank_type: '',
  bank_number: '',
  aba_number: '',
  iban_number: '',
  cpf_number: '',
  additional_data: '',
} as const;

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

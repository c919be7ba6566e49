import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AccountField } from '../../contract/destination-account.ts';

/** A field of the form: one of the contract's, or the country or asset that says what is asked. */
export type FormField = Exclude<AccountField, 'category'> | 'country_id';

/** What each field is called. A wallet's additional_data and a bank's country have names of their own. */
export const fieldLabels: Record<FormField | 'country' | 'wallet_address', MessageDescriptor> = {
  alias: msg`Name for this recipient`,
  country_id: msg`Country or digital asset`,
  country: msg`Country`,
  bank_id: msg`Bank`,
  bank_type: msg`Account type`,
  bank_number: msg`Account number`,
  aba_number: msg`ABA number`,
  iban_number: msg`IBAN number`,
  cpf_number: msg`CPF number`,
  dni_type: msg`Document`,
  dni: msg`Document number`,
  first_name: msg`First names`,
  last_name: msg`Last names`,
  email: msg`E-mail`,
  address: msg`Address`,
  city: msg`City`,
  state: msg`State, province or department`,
  phone: msg`Mobile phone`,
  birthdate: msg`Birth date`,
  additional_data: msg`Additional details`,
  wallet_address: msg`Wallet address`,
};

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type {
  AccountField,
  bankTypes,
  dniTypes,
} from '../../../../contract/destination-account.ts';

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

/** What is said of a field that must not be empty. */
export const missingMessages: Record<FormField, MessageDescriptor> = {
  alias: msg`Enter a name for this recipient`,
  country_id: msg`Choose the country of the account`,
  bank_id: msg`Choose the bank`,
  bank_type: msg`Choose checking or savings`,
  bank_number: msg`Enter the account number`,
  aba_number: msg`Enter the ABA number`,
  iban_number: msg`Enter the IBAN number`,
  cpf_number: msg`Enter the CPF number`,
  dni_type: msg`Choose the kind of document`,
  dni: msg`Enter the document number`,
  first_name: msg`Enter the first names`,
  last_name: msg`Enter the last names`,
  email: msg`Enter the e-mail address`,
  address: msg`Enter the address`,
  city: msg`Enter the city`,
  state: msg`Enter the state, province or department`,
  phone: msg`Enter the mobile phone number`,
  birthdate: msg`Enter the birth date`,
  additional_data: msg`Enter the additional details`,
};

/** contract 2.3: the kinds of document. */
export const documentNames: Record<(typeof dniTypes)[number], MessageDescriptor> = {
  cc: msg`National identity card`,
  ce: msg`Foreigner identity card`,
  passport: msg`Passport`,
  company_dni: msg`Company document`,
};

/** contract 2.3: the kinds of bank account. */
export const bankTypeNames: Record<(typeof bankTypes)[number], MessageDescriptor> = {
  current: msg`Checking`,
  savings: msg`Savings`,
};

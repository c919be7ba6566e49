import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { bankTypes, dniTypes } from '../../../../contract/destination-account.ts';
import type { FormField } from '../../../accounts/field-labels.ts';

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

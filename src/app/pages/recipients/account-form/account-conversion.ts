import type {
  AccountRequest,
  DestinationAccount,
} from '../../../../contract/api/destination-account.ts';
import type { Bank } from '../../../../contract/bank.ts';
import type { Country } from '../../../../contract/country.ts';
import { bankTypes, dniTypes } from '../../../../contract/destination-account.ts';
import type { AccountValues } from './account-values.ts';

/** What is sent for a form: trimmed, and without what is empty. */
export function toAccountRequest(values: AccountValues): AccountRequest {
  const request: AccountRequest = {
    category: values.category,
    alias: values.alias.trim(),
    dni: given(values.dni),
    dni_type: values.dni_type || undefined,
    first_name: given(values.first_name),
    last_name: given(values.last_name),
    email: given(values.email),
    address: given(values.address),
    city: given(values.city),
    state: given(values.state),
    phone: given(values.phone),
    birthdate: given(values.birthdate),
    additional_data: given(values.additional_data),
  };
  if (values.category === 'wallet') return request;
  return {
    ...request,
    bank_id: given(values.bank_id),
    bank_type: values.bank_type || undefined,
    bank_number: given(values.bank_number),
    aba_number: given(values.aba_number),
    iban_number: given(values.iban_number),
    cpf_number: given(values.cpf_number),
  };
}

/** The form of an account that exists. `banks` tell its country where the account does not. */
export function fromAccount(
  account: DestinationAccount,
  countries: readonly Country[],
  banks: readonly Bank[],
): AccountValues {
  const shared = {
    alias: account.alias,
    dni_type: dniTypes.find((type) => type === account.dni_type) ?? '',
    dni: account.dni ?? '',
    first_name: account.first_name ?? '',
    last_name: account.last_name ?? '',
    email: account.email ?? '',
    address: account.address ?? '',
    city: account.city ?? '',
    state: account.state ?? '',
    phone: account.phone ?? '',
    birthdate: account.birthdate ?? '',
    additional_data: account.additional_data ?? '',
  } as const;
  if (account.category === 'wallet') return { category: 'wallet', ...shared };
  return {
    category: 'bank',
    ...shared,
    country_id: countryOf(account, countries, banks)?.id ?? '',
    bank_id: account.bank_id ?? '',
    bank_type: bankTypes.find((type) => type === account.bank_type) ?? '',
    bank_number: account.bank_number ?? '',
    aba_number: account.aba_number ?? '',
    iban_number: account.iban_number ?? '',
    cpf_number: account.cpf_number ?? '',
  };
}

const given = (text: string) => text.trim() || undefined;

function countryOf(
  account: DestinationAccount,
  countries: readonly Country[],
  banks: readonly Bank[],
): Country | undefined {
  const name = banks.find(({ id }) => id === account.bank_id)?.country_name;
  return (
    countries.find(({ id }) => id === account.country?.id) ??
    countries.find((country) => country.name === name)
  );
}

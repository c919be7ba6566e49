import * as z from 'zod/mini';
import { bankTypes, dniTypes } from '../../../../contract/account-choices.ts';
import { accountFields, bankCodeFields, emptyOf } from '../../../../contract/account-fields.ts';
import type { AccountRequest } from '../../../../contract/api/account-request.ts';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { Bank } from '../../../../contract/bank.ts';
import type { Country } from '../../../../contract/country.ts';
import { recordOf } from '../../../../contract/record-of.ts';
import { changedFields } from '../../../../contract/same-account.ts';
import { type FormField, groupedText, sentText } from '../../../accounts/account-fields.ts';
import { type AccountValues, accountValues } from './account-values.ts';

const groupedFields = ['bank_number', ...bankCodeFields] as const;

/** What is sent for a form: without grouping, and without what is empty. */
export function toAccountRequest(values: AccountValues): AccountRequest {
  const request: AccountRequest = {
    category: values.category,
    alias: values.alias.trim(),
    dni: given('dni', values.dni),
    dni_type: values.dni_type || undefined,
    first_name: given('first_name', values.first_name),
    last_name: given('last_name', values.last_name),
    email: given('email', values.email),
    address: given('address', values.address),
    city: given('city', values.city),
    state: given('state', values.state),
    phone: given('phone', values.phone),
    birthdate: given('birthdate', values.birthdate),
    additional_data: given('additional_data', values.additional_data),
  };
  if (values.category === 'wallet') return request;
  return {
    ...request,
    bank_id: given('bank_id', values.bank_id),
    bank_type: values.bank_type || undefined,
    bank_number: given('bank_number', values.bank_number),
    ...recordOf(bankCodeFields, (field) => given(field, values[field])),
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
  const country = countryOf(account, countries, banks);
  const country_id = country?.id ?? '';
  if (account.category === 'wallet') {
    return { category: 'wallet', ...shared, country_id: country?.is_asset ? country_id : '' };
  }
  return {
    category: 'bank',
    ...shared,
    country_id,
    bank_id: account.bank_id ?? '',
    bank_type: bankTypes.find((type) => type === account.bank_type) ?? '',
    bank_number: groupedText('bank_number', account.bank_number ?? ''),
    ...recordOf(bankCodeFields, (field) => groupedText(field, account[field] ?? '')),
  };
}

const given = (field: FormField, shown: string) => sentText(field, shown) || undefined;

/**
 * The request, in which a text that only its grouping tells from the account's is the account's: what
 * was not touched goes back as the service has it.
 */
export function keepStored(request: AccountRequest, account: DestinationAccount): AccountRequest {
  const kept = groupedFields
    .filter((field) => request[field] && sentText(field, account[field] ?? '') === request[field])
    .map((field) => [field, account[field]]);
  return { ...request, ...Object.fromEntries(kept) };
}

/** The request of an edit, in which what the account holds and the form no longer does is emptied. */
export function withEmptied(request: AccountRequest, account: DestinationAccount): AccountRequest {
  const emptied = accountFields
    .filter((field) => account[field] && !request[field])
    .map((field) => [field, emptyOf(field)]);
  return { ...request, ...Object.fromEntries(emptied) };
}

/** The form with what changed in the account meanwhile; all else stays as it is typed. */
export function acceptRemote(
  local: AccountValues,
  before: DestinationAccount,
  now: DestinationAccount,
  countries: readonly Country[],
): AccountValues {
  const remote = fromAccount(now, countries, []);
  const changed: readonly string[] = changedFields(before, now);
  if (remote.category !== local.category) return remote;
  // The country goes with the bank that says it.
  const isRemote = (name: string) =>
    changed.includes(name === 'country_id' && remote.category === 'bank' ? 'bank_id' : name);
  const taken = Object.entries(remote).filter(([name]) => isRemote(name));
  return z.parse(accountValues, { ...local, ...Object.fromEntries(taken) });
}

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

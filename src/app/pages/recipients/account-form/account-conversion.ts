import * as z from 'zod/mini';
import { bankTypes, dniTypes } from '../../../../contract/account-choices.ts';
import { accountFields, emptyOf } from '../../../../contract/account-fields.ts';
import type { AccountRequest } from '../../../../contract/api/account-request.ts';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { Bank } from '../../../../contract/bank.ts';
import type { Country } from '../../../../contract/country.ts';
import { recordOf } from '../../../../contract/record-of.ts';
import { changedFields } from '../../../../contract/same-account.ts';
import {
  bankTexts,
  type FormField,
  groupedText,
  sentText,
  sharedTexts,
} from '../../../accounts/account-fields.ts';
import { fieldsIn } from '../../../accounts/country-fields.ts';
import {
  type AccountValues,
  accountValues,
  companyName,
  isCompany,
  ownerId,
  splitCompanyName,
} from './account-values.ts';

/** The request for a form: without grouping and without empty fields. */
export function toAccountRequest(values: AccountValues): AccountRequest {
  const { dni_type, ...id } = ownerId(values);
  const given = (field: FormField, shown: string) =>
    sentText(field, shown, values.category) || undefined;
  const names = isCompany(values) ? splitCompanyName(values.first_name) : {};
  const texts = { ...values, ...id, ...names };
  const request = {
    category: values.category,
    alias: sentText('alias', values.alias),
    dni_type: dni_type || undefined,
    birthdate: given('birthdate', values.birthdate),
    ...recordOf(sharedTexts, (field) => given(field, texts[field])),
    additional_data: given('additional_data', values.additional_data),
  };
  if (values.category === 'wallet') return request;
  return {
    ...request,
    bank_id: given('bank_id', values.bank_id),
    bank_type: values.bank_type || undefined,
    ...recordOf(bankTexts, (field) => given(field, values[field])),
  } satisfies WholeRequest;
}

/** With every field by name, so that none is left out of what the form sends. */
type WholeRequest = { [field in keyof Required<AccountRequest>]: AccountRequest[field] };

/** The form for an account. `banks` are of use where the account has no country of its own. */
export function fromAccount(
  account: DestinationAccount,
  countries: readonly Country[],
  banks: readonly Bank[],
): AccountValues {
  const dni_type = dniTypes.find((type) => type === account.dni_type) ?? '';
  const ofCompany = isCompany({ dni_type });
  const shared = {
    ...recordOf(sharedTexts, (field) => account[field] ?? ''),
    alias: account.alias,
    dni_type,
    first_name: ofCompany ? companyName(account) : (account.first_name ?? ''),
    last_name: ofCompany ? '' : (account.last_name ?? ''),
    birthdate: account.birthdate ?? '',
    additional_data: account.additional_data ?? '',
  } as const;
  const country = countryOf(account, countries, banks);
  const country_id = country?.id ?? '';
  if (account.category === 'wallet') {
    return { category: 'wallet', ...shared, country_id: country?.is_asset ? country_id : '' };
  }
  return withoutRepeatedId(
    {
      category: 'bank',
      ...shared,
      country_id,
      bank_id: account.bank_id ?? '',
      bank_type: bankTypes.find((type) => type === account.bank_type) ?? '',
      ...recordOf(bankTexts, (field) => groupedText(field, account[field] ?? '')),
    },
    country,
  );
}

/** Where a bank code is the ID number too, and the ID says nothing else, the form shows only the code. */
function withoutRepeatedId(values: AccountValues, country: Country | undefined): AccountValues {
  if (!fieldsIn(country).idCode) return values;
  const once: AccountValues = {
    ...values,
    dni: '',
    dni_type: isCompany(values) ? values.dni_type : '',
  };
  const sent = ownerId(once);
  return sent.dni === values.dni && sent.dni_type === values.dni_type ? once : values;
}

/**
 * The request with the account's own text for each field that differs from it only in grouping, so that
 * an edit returns untouched fields as the service has them.
 */
export function keepStored(request: AccountRequest, account: DestinationAccount): AccountRequest {
  const kept = bankTexts
    .filter((field) => request[field] && sentText(field, account[field] ?? '') === request[field])
    .map((field) => [field, account[field]]);
  return { ...request, ...Object.fromEntries(kept), ...keptCompanyName(request, account) };
}

/** A company's unchanged name, divided as the service has it. */
function keptCompanyName(request: AccountRequest, account: DestinationAccount) {
  if (request.dni_type !== 'company_dni' || companyName(request) !== companyName(account))
    return {};
  return {
    first_name: account.first_name ?? undefined,
    last_name: account.last_name ?? undefined,
  };
}

/** The request with an empty value for each field that the account has and the form lacks. */
export function withEmptied(request: AccountRequest, account: DestinationAccount): AccountRequest {
  const emptied = accountFields
    .filter((field) => account[field] && !request[field])
    .map((field) => [field, emptyOf(field)]);
  return { ...request, ...Object.fromEntries(emptied) };
}

/** The form with the fields that changed in the account since `before`; all others stay as typed. */
export function acceptRemote(
  local: AccountValues,
  before: DestinationAccount,
  now: DestinationAccount,
  countries: readonly Country[],
): AccountValues {
  const remote = fromAccount(now, countries, []);
  const changed: readonly string[] = changedFields(before, now);
  if (remote.category !== local.category) return remote;
  // A company's name is in one field, a person's in two.
  const isCompanyNow = isCompany(remote) || isCompany(local);
  const isRenamed = isCompanyNow && ownerNames.some((name) => changed.includes(name));
  function isRemote(name: string): boolean {
    if (isRenamed && ownerNames.some((one) => one === name)) return true;
    // A bank account's country follows from its bank.
    return changed.includes(name === 'country_id' && remote.category === 'bank' ? 'bank_id' : name);
  }
  const taken = Object.entries(remote).filter(([name]) => isRemote(name));
  return z.parse(accountValues, { ...local, ...Object.fromEntries(taken) });
}

const ownerNames = ['dni_type', 'first_name', 'last_name'] as const;

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

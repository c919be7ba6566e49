import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FieldError, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import type { CountryFieldRules } from '../../../../contract/bank-codes.ts';
import { isCalendarDay } from '../../../../contract/birthdate.ts';
import type { Country } from '../../../../contract/country.ts';
import { requiredFields } from '../../../../contract/field-rules.ts';
import {
  type FormField,
  fieldsOf,
  fieldViews,
  sentText,
} from '../../../accounts/account-fields.ts';
import { fieldsIn } from '../../../accounts/country-fields.ts';
import {
  type AccountValues,
  accountValues,
  isCompany,
  ownerId,
  splitCompanyName,
} from './account-values.ts';

type AccountRules = {
  countries: readonly Country[];
  countryFieldRules: CountryFieldRules;
  say: (message: MessageDescriptor) => string;
};

/** Checks for missing fields and impossible dates. The service decides about the rest. */
export function accountSchema({ countries, countryFieldRules, say }: AccountRules) {
  function required(values: AccountValues): FormField[] {
    const { category, country_id } = values;
    const country = countries.find(({ id }) => id === country_id);
    const fields = requiredFields(category, country?.code, countryFieldRules)
      .filter((field) => field !== 'category')
      // A company has one name: the form asks for no surname.
      .filter((field) => field !== 'last_name' || !isCompany(values));
    if (category === 'wallet') return fields;
    // Account fields are shown only once the country is chosen.
    if (!country) return ['country_id', ...fields.filter((field) => !isOfAccount(field))];
    const { idCode } = fieldsIn(country);
    const isIdKnown = idCode && (fields.includes(idCode) || ownerId(values).dni);
    // With only one of ID type and ID number entered, the other is missing.
    const isIdBegun = values.dni.trim() !== '' || (values.dni_type !== '' && !isCompany(values));
    return isIdKnown && !isIdBegun ? fields.filter((field) => !isId(field)) : fields;
  }

  return accountValues.check(({ value, issues }) => {
    const texts: Partial<Record<string, string>> = value;
    function fault(field: FormField, message: MessageDescriptor) {
      issues.push({ code: 'custom', input: texts[field], path: [field], message: say(message) });
    }
    for (const field of required(value)) {
      if (!sentText(field, texts[field] ?? '')) {
        fault(field, missingIn(value, field));
      }
    }
    if (isNameTooShort(value)) {
      fault('first_name', msg`Enter the full name with its legal form, such as S.A. or Ltda.`);
    }
    if (value.birthdate && !isCalendarDay(value.birthdate)) {
      fault('birthdate', msg`Enter a valid birth date.`);
    }
  });
}

const isId = (field: FormField) => field === 'dni' || field === 'dni_type';

/** Whether the field is about the account, and so depends on its country. */
function isOfAccount(field: FormField): boolean {
  return isId(field) || fieldsOf('account').some((one) => one === field);
}

function missingIn(values: AccountValues, field: FormField): MessageDescriptor {
  if (isCompany(values) && field === 'first_name') return msg`Enter the company’s name.`;
  if (isCompany(values) && field === 'cpf_number') return msg`Enter the CNPJ.`;
  return fieldViews[field].missing;
}

/** contract 2.3 requires a surname of a bank account's owner: the last word of a company's name. */
function isNameTooShort(values: AccountValues): boolean {
  if (values.category === 'wallet' || !isCompany(values)) return false;
  const { first_name, last_name } = splitCompanyName(values.first_name);
  return first_name !== '' && last_name === '';
}

/** Resolves the form by its schema, with the first error of each field. */
export function accountResolver(schema: ReturnType<typeof accountSchema>): Resolver<AccountValues> {
  return (values) => {
    const parsed = z.safeParse(schema, values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { code, path, message } of parsed.error.issues) {
      errors[path.join('.')] ??= { type: code ?? 'custom', message };
    }
    return { values: {}, errors };
  };
}

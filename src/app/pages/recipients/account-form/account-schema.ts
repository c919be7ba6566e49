import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FieldError, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { accountFieldRules } from '../../../../contract/account-fields.ts';
import type { CountryFieldRules } from '../../../../contract/bank-codes.ts';
import { isCalendarDay } from '../../../../contract/birthdate.ts';
import type { Country } from '../../../../contract/country.ts';
import { requiredFields } from '../../../../contract/field-rules.ts';
import { type FormField, fieldViews, sentText } from '../../../accounts/account-fields.ts';
import { type AccountValues, accountValues } from './account-values.ts';

export type AccountRules = {
  countries: readonly Country[];
  countryFieldRules: CountryFieldRules;
  say: (message: MessageDescriptor) => string;
};

/** The form's check: only what is missing, or no date at all. The service judges the rest. */
export function accountSchema({ countries, countryFieldRules, say }: AccountRules) {
  function required({ category, country_id }: AccountValues): FormField[] {
    const country = countries.find(({ id }) => id === country_id);
    const fields = requiredFields(category, country?.code, countryFieldRules).filter(
      (field) => field !== 'category',
    );
    if (category === 'wallet') return fields;
    // The account itself is asked for once its country is known.
    return country
      ? fields
      : ['country_id', ...fields.filter((field) => accountFieldRules[field].required !== 'bank')];
  }

  return accountValues.check(({ value, issues }) => {
    const texts: Partial<Record<string, string>> = value;
    function fault(field: FormField, message: MessageDescriptor) {
      issues.push({ code: 'custom', input: texts[field], path: [field], message: say(message) });
    }
    for (const field of required(value)) {
      if (!sentText(field, texts[field] ?? '')) fault(field, fieldViews[field].missing);
    }
    if (value.birthdate && !isCalendarDay(value.birthdate)) {
      fault('birthdate', msg`Enter a day of the calendar`);
    }
  });
}

/** Checks the form by its schema, and says of each field the first fault. */
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

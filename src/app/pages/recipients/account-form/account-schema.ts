import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { isCalendarDay } from '../../../../contract/birthdate.ts';
import type { Country } from '../../../../contract/country.ts';
import { type CountryFieldRules, requiredFields } from '../../../../contract/field-rules.ts';
import { type AccountValues, accountValues } from './account-values.ts';
import { type FormField, missingMessages } from './account-words.ts';

export type AccountRules = {
  countries: readonly Country[];
  countryFieldRules: CountryFieldRules;
  say: (message: MessageDescriptor) => string;
};

/** The form's check: only what is missing, or no date at all. The service judges the rest. */
export function accountSchema({ countries, countryFieldRules, say }: AccountRules) {
  function required(values: AccountValues): FormField[] {
    const code =
      values.category === 'bank'
        ? countries.find(({ id }) => id === values.country_id)?.code
        : undefined;
    const fields = requiredFields(values.category, code, countryFieldRules).filter(
      (field) => field !== 'category',
    );
    return values.category === 'bank' ? ['country_id', ...fields] : fields;
  }

  return accountValues.check(({ value, issues }) => {
    const texts: Partial<Record<string, string>> = value;
    function fault(field: FormField, message: MessageDescriptor) {
      issues.push({ code: 'custom', input: texts[field], path: [field], message: say(message) });
    }
    for (const field of required(value)) {
      if (!texts[field]?.trim()) fault(field, missingMessages[field]);
    }
    if (value.birthdate && !isCalendarDay(value.birthdate)) {
      fault('birthdate', msg`Enter a day of the calendar`);
    }
  });
}

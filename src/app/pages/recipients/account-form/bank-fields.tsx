import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Country } from '../../../../contract/country.ts';
import { bankTypes } from '../../../../contract/destination-account.ts';
import type { CountryFieldRules } from '../../../../contract/field-rules.ts';
import { FormChoiceChips } from '../../../form/form-choice-chips.tsx';
import { FormCombobox } from '../../../form/form-combobox.tsx';
import { FormTextField } from '../../../form/form-text-field.tsx';
import { countryName } from '../../../i18n/country-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import type { AccountValues } from './account-values.ts';
import { bankTypeNames, fieldLabels } from './account-words.ts';
import { BankCodeFields } from './bank-code-fields.tsx';
import { BankSelect } from './bank-select.tsx';
import { switchCountry } from './switch-variant.ts';

export type BankFieldsProps = {
  form: UseFormReturn<AccountValues>;
  countries: readonly Country[];
  countryFieldRules: CountryFieldRules;
};

/** Where the money goes, for a bank account: the country first, then what it asks for. */
export function BankFields({ form, countries, countryFieldRules }: BankFieldsProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { control } = form;
  const country_id = useWatch({ control, name: 'country_id' });
  const country = countries.find(({ id }) => id === country_id);
  const items = useMemo(() => countryItems(countries, locale), [countries, locale]);

  return (
    <>
      <FormCombobox
        control={control}
        name="country_id"
        label={t(fieldLabels.country_id)}
        items={items}
        placeholder={t`Name of the country`}
        onChoose={(value) => form.reset(switchCountry(form.getValues(), value))}
      />
      <BankSelect control={control} country={country} />
      <FormChoiceChips
        control={control}
        name="bank_type"
        label={t(fieldLabels.bank_type)}
        options={bankTypes.map((value) => ({ value, label: t(bankTypeNames[value]) }))}
      />
      <FormTextField
        control={control}
        name="bank_number"
        label={t(fieldLabels.bank_number)}
        autoComplete="off"
      />
      {country && (
        <BankCodeFields
          key={country.id}
          form={form}
          country={country}
          countryFieldRules={countryFieldRules}
        />
      )}
    </>
  );
}

/** The real countries (contract 2.4) in the order of the person's language, found by the service's name too. */
function countryItems(countries: readonly Country[], locale: string) {
  const { compare } = new Intl.Collator(locale);
  return countries
    .filter(({ is_asset }) => !is_asset)
    .map((country) => ({
      value: country.id,
      label: countryName(country, locale),
      badge: country.code,
      search: country.name,
    }))
    .sort((a, b) => compare(a.label, b.label));
}

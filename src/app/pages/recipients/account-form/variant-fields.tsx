import { Trans, useLingui } from '@lingui/react/macro';
import { memo, useMemo } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { categories } from '../../../../contract/account-choices.ts';
import type { Country } from '../../../../contract/country.ts';
import { fieldViews } from '../../../accounts/account-fields.ts';
import { useFormField } from '../../../form/use-form-field.ts';
import { countryItems, useNames } from '../../../i18n/use-names.ts';
import { ChoiceChips } from '../../../ui/chips.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { type AccountValues, switchVariant } from './account-values.ts';

type VariantFieldsProps = {
  form: UseFormReturn<AccountValues>;
  countries: readonly Country[];
};

/** Country and category, which decide the rest of the form. */
export function VariantFields({ form, countries }: VariantFieldsProps) {
  return (
    <>
      <CategoryChips form={form} />
      <CountryField form={form} countries={countries} />
    </>
  );
}

/** The country or digital asset. */
const CountryField = memo(function CountryField({ form, countries }: VariantFieldsProps) {
  const { t } = useLingui();
  const names = useNames();
  const { control } = form;
  const category = useWatch({ control, name: 'category' });
  const asset = t`Digital asset`;
  const items = useMemo(
    () => countryItems(countries, names, asset).map((item) => ({ ...item, badge: item.code })),
    [countries, names, asset],
  );

  const field = useFormField({ control, name: 'country_id' });

  function choose(value: string) {
    const country = countries.find(({ id }) => id === value);
    form.reset(switchVariant(form.getValues(), { country }));
  }

  return (
    <Combobox
      {...field}
      label={t(fieldViews.country_id.label)}
      items={items}
      placeholder={t`Name or code`}
      emptyText={t`No country matches. Try fewer letters.`}
      optional={category === 'wallet'}
      hint={category === 'wallet' && <Trans>Choose the asset and we check the address.</Trans>}
      onChange={choose}
    />
  );
});

/** Bank account or wallet; choosing a country or asset above sets it too. */
const CategoryChips = memo(function CategoryChips({ form }: Omit<VariantFieldsProps, 'countries'>) {
  const { t } = useLingui();
  const field = useFormField({ control: form.control, name: 'category' });
  const labels = { bank: t`Bank account`, wallet: t`Wallet` };

  function choose(value: string) {
    const category = categories.find((candidate) => candidate === value);
    if (category) form.reset(switchVariant(form.getValues(), { category }));
  }

  return (
    <ChoiceChips
      {...field}
      labelHidden
      label={t`Where the money goes`}
      options={categories.map((value) => ({ value, label: labels[value] }))}
      onChange={choose}
    />
  );
});

import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { categories } from '../../../../contract/destination-account.ts';
import { useFormField } from '../../../form/use-form-field.ts';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import type { AccountValues } from './account-values.ts';
import { switchVariant } from './switch-variant.ts';

export type CategoryChipsProps = { form: UseFormReturn<AccountValues> };

/** Bank account or wallet, which the country or asset above says too. */
export const CategoryChips = memo(function CategoryChips({ form }: CategoryChipsProps) {
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
      label={t`Where the money goes`}
      options={categories.map((value) => ({ value, label: labels[value] }))}
      onChange={choose}
    />
  );
});

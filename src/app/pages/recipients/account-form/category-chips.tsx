import { useLingui } from '@lingui/react/macro';
import type { UseFormReturn } from 'react-hook-form';
import { categories } from '../../../../contract/destination-account.ts';
import { FormChoiceChips } from '../../../form/form-choice-chips.tsx';
import type { AccountValues } from './account-values.ts';
import { switchCategory } from './switch-variant.ts';

export type CategoryChipsProps = { form: UseFormReturn<AccountValues> };

/** Bank account or wallet: the rest of the form follows from it. */
export function CategoryChips({ form }: CategoryChipsProps) {
  const { t } = useLingui();
  const labels = { bank: t`Bank account`, wallet: t`Wallet` };

  function choose(value: string) {
    const category = categories.find((candidate) => candidate === value);
    if (category) form.reset(switchCategory(form.getValues(), category));
  }

  return (
    <FormChoiceChips
      control={form.control}
      name="category"
      label={t`Where the money goes`}
      options={categories.map((value) => ({ value, label: labels[value] }))}
      onChoose={choose}
    />
  );
}

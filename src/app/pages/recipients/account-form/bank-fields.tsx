import { useLingui } from '@lingui/react/macro';
import type { UseFormReturn } from 'react-hook-form';
import type { CountryFieldRules } from '../../../../contract/bank-codes.ts';
import type { Country } from '../../../../contract/country.ts';
import { bankTypes } from '../../../../contract/destination-account.ts';
import { fieldLabels } from '../../../accounts/field-labels.ts';
import { FormChoiceChips } from '../../../form/form-choice-chips.tsx';
import type { AccountValues } from './account-values.ts';
import { bankTypeNames } from './account-words.ts';
import { BankCodeFields } from './bank-code-fields.tsx';
import { BankSelect } from './bank-select.tsx';
import { CheckedField } from './checked-field.tsx';

export type BankFieldsProps = {
  form: UseFormReturn<AccountValues>;
  country: Country;
  countryFieldRules: CountryFieldRules;
};

/** Where the money goes, for a bank account: what its country asks for. */
export function BankFields({ form, country, countryFieldRules }: BankFieldsProps) {
  const { t } = useLingui();
  const { control } = form;
  return (
    <>
      <BankSelect control={control} country={country} />
      <FormChoiceChips
        control={control}
        name="bank_type"
        label={t(fieldLabels.bank_type)}
        options={bankTypes.map((value) => ({ value, label: t(bankTypeNames[value]) }))}
      />
      <CheckedField
        control={control}
        name="bank_number"
        label={t(fieldLabels.bank_number)}
        place={country}
      />
      <BankCodeFields form={form} country={country} countryFieldRules={countryFieldRules} />
    </>
  );
}

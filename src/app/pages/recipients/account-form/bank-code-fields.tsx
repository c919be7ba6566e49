import { Trans, useLingui } from '@lingui/react/macro';
import type { UseFormReturn } from 'react-hook-form';
import { bankCodeFields, type CountryFieldRules } from '../../../../contract/bank-codes.ts';
import type { Country } from '../../../../contract/country.ts';
import { bankCodesFor } from '../../../../contract/field-rules.ts';
import { countryName } from '../../../i18n/country-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import type { AccountValues } from './account-values.ts';
import { fieldLabels } from './account-words.ts';
import { CheckedField } from './checked-field.tsx';
import { FieldDetails } from './field-details.tsx';

export type BankCodeFieldsProps = {
  form: UseFormReturn<AccountValues>;
  country: Country;
  countryFieldRules: CountryFieldRules;
};

/** The code that accounts there have, where contract 2.3 asks for another. */
const ownCodes: Partial<Record<string, (typeof bankCodeFields)[number]>> = {
  ES: 'iban_number',
  ESP: 'iban_number',
  US: 'aba_number',
  USA: 'aba_number',
};

/** The bank codes that the country needs; the others on demand, for the rules are the service's. */
export function BankCodeFields({ form, country, countryFieldRules }: BankCodeFieldsProps) {
  const { t } = useLingui();
  const { control } = form;
  const { locale } = useFormat();
  const needed = bankCodesFor(country.code, countryFieldRules);
  const others = bankCodeFields.filter((field) => !needed.includes(field));
  const place = countryName(country, locale);

  function labelOfNeeded(field: (typeof needed)[number]): string {
    const label = t(fieldLabels[field]);
    return t`${label} (needed for ${place})`;
  }

  /** Says so where the service asks for a code that people there don't have, and not for theirs. */
  function hintOf(field: (typeof needed)[number]): string | undefined {
    const own = ownCodes[country.code.trim().toUpperCase()];
    if (field === 'aba_number' && own === 'iban_number') {
      return t`The service asks for an ABA number in ${place}. Add the IBAN below too, if you have it.`;
    }
    if (field === 'iban_number' && own === 'aba_number') {
      return t`The service asks for an IBAN in ${place}. Add the ABA (routing) number below too, if you have it.`;
    }
    return undefined;
  }

  return (
    <>
      {needed.map((field) => (
        <CheckedField
          key={field}
          control={control}
          name={field}
          label={labelOfNeeded(field)}
          hint={hintOf(field)}
        />
      ))}
      <FieldDetails
        form={form}
        names={others}
        summary={
          needed.length > 0 ? <Trans>Add another bank code</Trans> : <Trans>Add a bank code</Trans>
        }
      >
        {others.map((field) => (
          <CheckedField
            key={field}
            control={control}
            name={field}
            label={t(fieldLabels[field])}
            optional
          />
        ))}
      </FieldDetails>
    </>
  );
}

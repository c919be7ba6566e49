import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseFormReturn } from 'react-hook-form';
import {
  type BankCodeField,
  bankCodeFields,
  type CountryFieldRules,
} from '../../../../contract/bank-codes.ts';
import type { Country } from '../../../../contract/country.ts';
import { bankCodesFor } from '../../../../contract/field-rules.ts';
import { fieldLabels } from '../../../accounts/field-labels.ts';
import { countryName } from '../../../i18n/country-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import type { AccountValues } from './account-values.ts';
import { CheckedField } from './checked-field.tsx';
import { FieldDetails } from './field-details.tsx';

export type BankCodeFieldsProps = {
  form: UseFormReturn<AccountValues>;
  country: Country;
  countryFieldRules: CountryFieldRules;
};

/** Where people find it. */
const hintsOfOwn: Partial<Record<BankCodeField, MessageDescriptor>> = {
  iban_number: msg`The account's international number: two letters, then digits.`,
  aba_number: msg`The bank's nine-digit routing number.`,
};

/** The code that accounts there have, where contract 2.3 asks for another. */
const ownCodes: Partial<Record<string, BankCodeField>> = {
  ES: 'iban_number',
  ESP: 'iban_number',
  US: 'aba_number',
  USA: 'aba_number',
};

/**
 * The bank codes that the country needs, and beside one that people there don't have their own; the
 * others on demand, for the rules are the service's.
 */
export function BankCodeFields({ form, country, countryFieldRules }: BankCodeFieldsProps) {
  const { t } = useLingui();
  const { control } = form;
  const { locale } = useFormat();
  const needed = bankCodesFor(country.code, countryFieldRules);
  const own = ownCodes[country.code.trim().toUpperCase()];
  const isUnusual = own !== undefined && needed.length > 0 && !needed.includes(own);
  const others = bankCodeFields.filter(
    (field) => !needed.includes(field) && !(isUnusual && field === own),
  );
  const place = countryName(country, locale);

  function labelOfNeeded(field: BankCodeField): string {
    const label = t(fieldLabels[field]);
    return t`${label} (needed for ${place})`;
  }

  /** What to type where the service asks for a code that people there don't have. */
  function hintOfNeeded(field: BankCodeField): string | undefined {
    if (field === 'aba_number' && own === 'iban_number') {
      return t`The payment service asks for this in ${place}. If your recipient has none, enter the IBAN here too.`;
    }
    if (field === 'iban_number' && own === 'aba_number') {
      return t`The payment service asks for this in ${place}. If your recipient has none, enter the ABA number here too.`;
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
          hint={hintOfNeeded(field)}
          place={country}
        />
      ))}
      {isUnusual && (
        <CheckedField
          control={control}
          name={own}
          label={t(fieldLabels[own])}
          hint={hintsOfOwn[own] && t(hintsOfOwn[own])}
          place={country}
          optional
        />
      )}
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
            place={country}
            optional
          />
        ))}
      </FieldDetails>
    </>
  );
}

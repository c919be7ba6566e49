import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { bankTypes } from '../../../../contract/account-choices.ts';
import { type BankCodeField, bankCodeFields } from '../../../../contract/account-fields.ts';
import type { CountryFieldRules } from '../../../../contract/bank-codes.ts';
import type { Country } from '../../../../contract/country.ts';
import { bankCodesFor } from '../../../../contract/field-rules.ts';
import { bankTypeNames, fieldViews } from '../../../accounts/account-fields.ts';
import { banksQuery } from '../../../api/reference.ts';
import { FormChoiceChips, FormCombobox } from '../../../form/form-fields.tsx';
import { countryName } from '../../../i18n/intl.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { AccountValues } from './account-values.ts';
import { CheckedField } from './checked-field.tsx';
import { FieldDetails } from './field-details.tsx';

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
      <BankSelect form={form} country={country} />
      <FormChoiceChips
        control={control}
        name="bank_type"
        label={t(fieldViews.bank_type.label)}
        options={bankTypes.map((value) => ({ value, label: t(bankTypeNames[value]) }))}
      />
      <CheckedField control={control} name="bank_number" place={country} />
      <BankCodeFields form={form} country={country} countryFieldRules={countryFieldRules} />
    </>
  );
}

/** The banks of a country; says what to do where there are none, or they can't be read. */
function BankSelect({ form, country }: Omit<BankFieldsProps, 'countryFieldRules'>) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const banks = useQuery(banksQuery(country.name));
  const items = useMemo(
    () =>
      (banks.data ?? []).map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` })),
    [banks.data],
  );
  const place = countryName(country, locale);

  function explanation(): { emptyText?: string; warning?: string } {
    if (banks.isPending) return { emptyText: t`Loading the banks…` };
    if (banks.isError) return { emptyText: t`The banks could not be read` };
    if (items.length > 0) return {};
    return {
      emptyText: t`No bank`,
      warning: t`This service lists no bank in ${place}, so it can't pay into an account there. Ask your recipient for an account in another country, or a wallet.`,
    };
  }

  return (
    <>
      <FormCombobox
        control={form.control}
        name="bank_id"
        label={t(fieldViews.bank_id.label)}
        items={items}
        placeholder={t`Name or code`}
        {...explanation()}
      />
      {banks.isError && (
        <Notice tone="stop" role="alert" title={<Trans>The banks could not be read</Trans>}>
          <Trans>What you entered is kept.</Trans>
          <Button pending={banks.isFetching} onClick={() => void banks.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      )}
    </>
  );
}

/**
 * The bank codes that the country needs, and beside one that people there don't have their own; the
 * others on demand, for the rules are the service's.
 */
function BankCodeFields({ form, country, countryFieldRules }: BankFieldsProps) {
  const { t } = useLingui();
  const { control } = form;
  const { locale } = useFormat();
  const needed = bankCodesFor(country.code, countryFieldRules);
  const own = usualCode(country.code.trim().toUpperCase());
  const isUnusual = own !== undefined && needed.length > 0 && !needed.includes(own);
  const others = bankCodeFields.filter(
    (field) => !needed.includes(field) && !(isUnusual && field === own),
  );
  const place = countryName(country, locale);

  function labelOfNeeded(field: BankCodeField): string {
    const label = t(fieldViews[field].label);
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

  function hintOf(field: BankCodeField): string | undefined {
    const { hint } = fieldViews[field];
    return hint ? t(hint) : undefined;
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
        <CheckedField control={control} name={own} hint={hintOf(own)} place={country} optional />
      )}
      <FieldDetails
        form={form}
        names={others}
        summary={
          needed.length > 0 ? <Trans>Add another bank code</Trans> : <Trans>Add a bank code</Trans>
        }
      >
        {others.map((field) => (
          <CheckedField key={field} control={control} name={field} place={country} optional />
        ))}
      </FieldDetails>
    </>
  );
}

/** The code that accounts in a country have, where contract 2.3 asks for another. */
function usualCode(countryCode: string): BankCodeField | undefined {
  return bankCodeFields.find((field) => {
    const places: readonly string[] = fieldViews[field].usualIn;
    return places.includes(countryCode);
  });
}

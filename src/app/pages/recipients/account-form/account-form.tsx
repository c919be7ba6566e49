import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { CountryFieldRules } from '../../../../contract/bank-codes.ts';
import type { Country } from '../../../../contract/country.ts';
import { FormShell } from '../../../form/form-shell.tsx';
import { FormTextField } from '../../../form/form-text-field.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { accountResolver } from './account-resolver.ts';
import { accountSchema } from './account-schema.ts';
import type { AccountValues } from './account-values.ts';
import { fieldLabels } from './account-words.ts';
import { BankFields } from './bank-fields.tsx';
import { CategoryChips } from './category-chips.tsx';
import { CountryField } from './country-field.tsx';
import { KnownAccount } from './known-account.ts';
import { OwnerCard } from './owner-card.tsx';
import { type SaveAccount, useSaveAccount } from './use-save-account.ts';
import { WalletFields } from './wallet-fields.tsx';

export type AccountFormProps = SaveAccount & {
  initial: AccountValues;
  /** The same without what the person has typed before. */
  known: AccountValues;
  countries: readonly Country[];
  countryFieldRules: CountryFieldRules;
  submitLabel: ReactNode;
  /** What to do about a failure that no field can mend. */
  notice: (failure: FormFailure) => ReactNode;
  /** All that stands in the form, whenever that changes. */
  onValues?: (values: AccountValues) => void;
};

export type FormFailure = {
  failure: Error;
  form: UseFormReturn<AccountValues>;
  /** The person has dealt with it. */
  dismiss: () => void;
};

/** The form of a recipient, new or known. */
export function AccountForm({
  initial,
  known,
  countries,
  countryFieldRules,
  submitLabel,
  notice,
  onValues,
  ...saving
}: AccountFormProps) {
  const { t, i18n } = useLingui();
  const schema = useMemo(
    () => accountSchema({ countries, countryFieldRules, say: (message) => i18n._(message) }),
    [countries, countryFieldRules, i18n],
  );
  const form = useForm<AccountValues>({
    resolver: accountResolver(schema),
    defaultValues: initial,
  });
  const { control } = form;
  const category = useWatch({ control, name: 'category' });
  const country_id = useWatch({ control, name: 'country_id' });
  const country = countries.find(({ id }) => id === country_id);
  const { submit, submitError, loading, failure, dismiss } = useSaveAccount(form, saving);

  const tell = useEffectEvent((values: AccountValues) => onValues?.(values));

  // The form is told apart from what renders it: what is typed reaches only who subscribes to it.
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => tell(values) }),
    [form],
  );

  return (
    <KnownAccount value={known}>
      <FormShell
        form={form}
        onSubmit={submit}
        loading={loading}
        submitError={submitError}
        submitLabel={submitLabel}
      >
        <Card>
          <Stack>
            <CountryField form={form} countries={countries} />
            <CategoryChips form={form} />
            {category === 'wallet' && (
              <WalletFields key={country_id} control={control} asset={country} />
            )}
            {category === 'bank' && country && (
              // Another country has other banks and codes: nothing of the fields before stays open.
              <BankFields
                key={country_id}
                form={form}
                country={country}
                countryFieldRules={countryFieldRules}
              />
            )}
            <FormTextField
              control={control}
              name="alias"
              label={t(fieldLabels.alias)}
              hint={<Trans>How you find it again. No other recipient may have the same.</Trans>}
              autoComplete="off"
            />
          </Stack>
        </Card>
        <OwnerCard key={category} form={form} category={category} />
        {failure && notice({ failure, form, dismiss })}
      </FormShell>
    </KnownAccount>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Country } from '../../../../contract/country.ts';
import type { CountryFieldRules } from '../../../../contract/field-rules.ts';
import { FormShell } from '../../../form/form-shell.tsx';
import { FormTextField } from '../../../form/form-text-field.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { accountSchema } from './account-schema.ts';
import type { AccountValues } from './account-values.ts';
import { fieldLabels } from './account-words.ts';
import { BankFields } from './bank-fields.tsx';
import { CategoryChips } from './category-chips.tsx';
import { OwnerCard } from './owner-card.tsx';
import { type SaveAccount, useSaveAccount } from './use-save-account.ts';
import { WalletFields } from './wallet-fields.tsx';

export type AccountFormProps = SaveAccount & {
  initial: AccountValues;
  countries: readonly Country[];
  countryFieldRules: CountryFieldRules;
  submitLabel: ReactNode;
  /** What to do about a failure that no field can mend. */
  notice: (failure: Error, values: AccountValues) => ReactNode;
};

/** The form of a recipient, new or known. */
export function AccountForm({
  initial,
  countries,
  countryFieldRules,
  submitLabel,
  notice,
  ...saving
}: AccountFormProps) {
  const { t, i18n } = useLingui();
  const schema = useMemo(
    () => accountSchema({ countries, countryFieldRules, say: (message) => i18n._(message) }),
    [countries, countryFieldRules, i18n],
  );
  const form = useForm<AccountValues>({ resolver: zodResolver(schema), defaultValues: initial });
  const { control } = form;
  const category = useWatch({ control, name: 'category' });
  const { submit, submitError, loading, failure } = useSaveAccount(form, saving);

  return (
    <FormShell
      form={form}
      onSubmit={submit}
      loading={loading}
      submitError={submitError}
      submitLabel={submitLabel}
    >
      <Card>
        <Stack>
          <CategoryChips form={form} />
          {category === 'bank' ? (
            <BankFields form={form} countries={countries} countryFieldRules={countryFieldRules} />
          ) : (
            <WalletFields control={control} />
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
      {failure && notice(failure, form.getValues())}
    </FormShell>
  );
}

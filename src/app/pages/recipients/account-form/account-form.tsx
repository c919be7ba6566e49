import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { type Control, type UseFormReturn, useForm, useFormState, useWatch } from 'react-hook-form';
import type { CountryFieldRules } from '../../../../contract/bank-codes.ts';
import type { Country } from '../../../../contract/country.ts';
import { fieldViews } from '../../../accounts/account-fields.ts';
import { accountsQuery } from '../../../api/accounts.ts';
import { FormTextField } from '../../../form/form-fields.tsx';
import { FormShell, StillWaiting } from '../../../form/form-shell.tsx';
import { paths } from '../../../router/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Link } from '../../../ui/link.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { accountResolver, accountSchema } from './account-schema.ts';
import type { AccountValues } from './account-values.ts';
import { BankFields } from './bank-fields.tsx';
import { CheckedField, KnownAccount } from './checked-field.tsx';
import { OwnerCard } from './owner-card.tsx';
import { SaveDoubts, useSaveDoubts } from './save-doubts.tsx';
import { type SaveAccount, sameAlias, useSaveAccount } from './use-save-account.ts';
import { VariantFields } from './variant-fields.tsx';

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
  const { i18n } = useLingui();
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
  const { submit, submitError, loading, submittedAt, failure, dismiss } = useSaveAccount(
    form,
    saving,
  );
  const { save, ...asked } = useSaveDoubts({ form, known, country, submit });

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
        onSubmit={save}
        loading={loading}
        submitError={submitError}
        submitLabel={submitLabel}
      >
        <Card>
          <Stack>
            <VariantFields form={form} countries={countries} />
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
            <AliasField control={control} />
          </Stack>
        </Card>
        <OwnerCard key={category} form={form} category={category} />
        {failure && notice({ failure, form, dismiss })}
        <SaveDoubts form={form} {...asked} />
        {loading && <StillWaiting since={submittedAt} />}
      </FormShell>
    </KnownAccount>
  );
}

/** The name, with the way to the recipient that has it already. */
function AliasField({ control }: { control: Control<AccountValues> }) {
  const { t } = useLingui();
  const { errors } = useFormState({ control, name: 'alias' });
  const isRefused = errors.alias?.type === 'server';
  const alias = useWatch({ control, name: 'alias' });
  // Read as the refusal came.
  const { data: accounts } = useQuery({ ...accountsQuery, enabled: false });
  const other = isRefused ? sameAlias(accounts, alias) : undefined;
  return (
    <FormTextField
      control={control}
      name="alias"
      label={t(fieldViews.alias.label)}
      hint={
        other ? (
          // In a tab of its own, so that the form stays.
          <Link to={paths.recipient(other.id)} target="_blank">
            <Trans>Show {other.alias} (new tab)</Trans>
          </Link>
        ) : (
          <Trans>Use a different name for each recipient.</Trans>
        )
      }
      autoComplete="off"
    />
  );
}

type WalletFieldsProps = {
  control: Control<AccountValues>;
  /** The digital asset, if one was chosen. */
  asset: Country | undefined;
};

/** Where the money goes, for a wallet. */
function WalletFields({ control, asset }: WalletFieldsProps) {
  return (
    <CheckedField
      control={control}
      name="additional_data"
      label={<Trans>Wallet address</Trans>}
      place={asset}
      // The contract asks for no wallet address (2.3): saving without one is asked about, and stops nobody.
      hint={<Trans>Without it the money can't be delivered.</Trans>}
    />
  );
}

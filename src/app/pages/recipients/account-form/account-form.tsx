import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type Control, type UseFormReturn, useForm, useFormState, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Settings } from '../../../../contract/api/session.ts';
import { countryFieldRules as fieldRules } from '../../../../contract/bank-codes.ts';
import type { Country } from '../../../../contract/country.ts';
import { fieldViews } from '../../../accounts/account-fields.ts';
import { fieldsIn } from '../../../accounts/country-fields.ts';
import { accountsQuery } from '../../../api/accounts.ts';
import { FormShell } from '../../../form/form-shell.tsx';
import { useFormField } from '../../../form/use-form-field.ts';
import { paths } from '../../../router/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Link } from '../../../ui/link.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { StillWaiting } from '../../../ui/still-waiting.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { AccountCard } from './account-card.tsx';
import { accountResolver, accountSchema } from './account-schema.ts';
import type { AccountValues } from './account-values.ts';
import { KnownAccount } from './checked-field.tsx';
import { sameAlias } from './nickname.ts';
import { ContactCard, OptionalDetails, PersonCard } from './person-card.tsx';
import { SaveDoubts, useSaveDoubts } from './save-doubts.tsx';
import { type SaveAccount, useSaveAccount } from './use-save-account.ts';

type AccountFormProps = SaveAccount & {
  initial: AccountValues;
  /** The same without a restored draft. */
  known: AccountValues;
  /** The id of the recipient that is edited or copied. */
  own: string | undefined;
  countries: readonly Country[];
  /** As the settings have them. */
  rules: Settings['country_field_rules'];
  submitLabel: ReactNode;
  /** Says what to do about a failure that correcting fields does not solve. */
  notice: (failure: FormFailure) => ReactNode;
  /** Called with all values at each change. */
  onValues?: (values: AccountValues) => void;
};

export type FormFailure = {
  failure: Error;
  form: UseFormReturn<AccountValues>;
  /** Removes the notice. */
  dismiss: () => void;
};

/** The form to add or edit a recipient. */
export function AccountForm({
  initial,
  known,
  own,
  countries,
  rules,
  submitLabel,
  notice,
  onValues,
  ...saving
}: AccountFormProps) {
  const { i18n } = useLingui();
  const countryFieldRules = useMemo(() => z.parse(fieldRules, rules), [rules]);
  const schema = useMemo(
    () => accountSchema({ countries, countryFieldRules, say: (message) => i18n._(message) }),
    [countries, countryFieldRules, i18n],
  );
  const form = useForm<AccountValues>({
    resolver: accountResolver(schema),
    defaultValues: initial,
  });
  const { control } = form;
  // Whether the person wrote the nickname, which then no longer follows the name.
  const [wrote, setWrote] = useState(false);
  const category = useWatch({ control, name: 'category' });
  const country_id = useWatch({ control, name: 'country_id' });
  const country = countries.find(({ id }) => id === country_id);
  const asksDetails = category === 'bank' && fieldsIn(country).order.includes('additional_data');
  const { submit, submitError, loading, submittedAt, failure, dismiss } = useSaveAccount(
    form,
    saving,
  );
  const { save, ...asked } = useSaveDoubts({ form, known, country, submit });

  const tell = useEffectEvent((values: AccountValues) => onValues?.(values));

  // A subscription, because watching all values would render the whole form at each keystroke.
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
        <PersonCard form={form} category={category} proposesAlias={known.alias === '' && !wrote} />
        <AccountCard
          form={form}
          category={category}
          country={country}
          countries={countries}
          countryFieldRules={countryFieldRules}
          own={own}
        />
        {category === 'bank' && <ContactCard control={control} />}
        <Card>
          <Stack>
            <AliasField control={control} onWrite={(alias) => setWrote(alias !== '')} />
            <OptionalDetails
              // Opens what moves into it filled in.
              key={`${category} ${asksDetails}`}
              {...{ form, category, asksDetails }}
            />
          </Stack>
        </Card>
        {failure && notice({ failure, form, dismiss })}
        <SaveDoubts form={form} {...asked} />
        {loading && <StillWaiting since={submittedAt} />}
      </FormShell>
    </KnownAccount>
  );
}

type AliasFieldProps = {
  control: Control<AccountValues>;
  /** Called with what the person writes. */
  onWrite: (alias: string) => void;
};

/** The nickname, with a link to the recipient that already has it. */
function AliasField({ control, onWrite }: AliasFieldProps) {
  const { t } = useLingui();
  const field = useFormField({ control, name: 'alias' });
  const { errors } = useFormState({ control, name: 'alias' });
  const isRefused = errors.alias?.type === 'server';
  const alias = useWatch({ control, name: 'alias' });
  // useSaveAccount loads the list after a refusal.
  const { data: accounts } = useQuery({ ...accountsQuery, enabled: false });
  const other = isRefused ? sameAlias(accounts, alias) : undefined;
  return (
    <TextField
      {...field}
      onChange={(text) => {
        field.onChange(text);
        onWrite(text);
      }}
      label={t(fieldViews.alias.label)}
      hint={
        other ? (
          // In another tab, so that the form stays.
          <Link to={paths.recipient(other.id)} target="_blank">
            <span>
              <Trans>Show {other.alias} (new tab)</Trans>
            </span>
          </Link>
        ) : (
          <Trans>You’ll see this in your lists. Each recipient needs a different nickname.</Trans>
        )
      }
      autoComplete="off"
    />
  );
}

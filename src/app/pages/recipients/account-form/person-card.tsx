import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Control, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { dniTypes } from '../../../../contract/account-choices.ts';
import { requiredFields } from '../../../../contract/field-rules.ts';
import {
  type FormField,
  fieldsOf,
  fieldViews,
  isShort,
  type PartField,
} from '../../../accounts/account-fields.ts';
import { FormSelectField, FormTextField } from '../../../form/form-fields.tsx';
import { useFormField } from '../../../form/use-form-field.ts';
import { Card } from '../../../ui/card.tsx';
import { ChoiceChips } from '../../../ui/chips.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import {
  type AccountValues,
  type Category,
  companyName,
  isCompany,
  splitCompanyName,
} from './account-values.ts';
import { AskedField } from './asked-field.tsx';
import { FieldDetails } from './field-details.tsx';
import { followName } from './nickname.ts';
import styles from './person-card.module.css';

type PersonCardProps = {
  form: UseFormReturn<AccountValues>;
  category: Category;
  /** Whether the nickname follows the name. */
  proposesAlias: boolean;
};

/** Who is paid: a person or a company, by name. */
export function PersonCard({ form, category, proposesAlias }: PersonCardProps) {
  const { t } = useLingui();
  const dni_type = useWatch({ control: form.control, name: 'dni_type' });
  const ofCompany = isCompany({ dni_type });
  // contract 2.3: a wallet's owner is optional.
  const common = { form, proposesAlias, optional: category === 'wallet' };

  function choose(kind: string) {
    if ((kind === 'company') === ofCompany) return;
    const { first_name, last_name } = form.getValues();
    const names = ofCompany
      ? splitCompanyName(first_name)
      : { first_name: companyName({ first_name, last_name }), last_name: '' };
    form.setValue('first_name', names.first_name);
    form.setValue('last_name', names.last_name);
    form.setValue('dni_type', ofCompany ? '' : 'company_dni', { shouldDirty: true });
    form.clearErrors(['first_name', 'last_name', 'dni_type']);
  }

  return (
    <Card>
      <Stack>
        <h2>
          <Trans>Who gets the money</Trans>
        </h2>
        <ChoiceChips
          labelHidden
          label={<Trans>Who gets the money</Trans>}
          options={[
            { value: 'person', label: t`Person` },
            { value: 'company', label: t`Company` },
          ]}
          value={ofCompany ? 'company' : 'person'}
          onChange={choose}
        />
        <FieldPair>
          {ofCompany ? (
            <NameField
              {...common}
              name="first_name"
              label={<Trans>Company name</Trans>}
              hint={<Trans>Write it in full, with its legal form.</Trans>}
            />
          ) : (
            <>
              <NameField {...common} name="first_name" />
              <LastNameField {...common} />
            </>
          )}
        </FieldPair>
      </Stack>
    </Card>
  );
}

/** contract 2.3 requires last names of a bank account's owner, and some people have one name. */
function LastNameField(common: Omit<NameFieldProps, 'name'>) {
  const { errors } = useFormState({ control: common.form.control, name: 'last_name' });
  return (
    <NameField
      {...common}
      name="last_name"
      hint={errors.last_name && <Trans>With only one name, write it here too.</Trans>}
    />
  );
}

type NameFieldProps = Omit<PersonCardProps, 'category'> & {
  name: 'first_name' | 'last_name';
  optional: boolean;
  label?: ReactNode;
  hint?: ReactNode;
};

/** A name, from which the nickname follows. */
function NameField({ form, name, proposesAlias, label, ...words }: NameFieldProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const field = useFormField({ control: form.control, name });
  const view = fieldViews[name];

  function change(text: string) {
    const before = form.getValues();
    field.onChange(text);
    if (proposesAlias) void followName(form, client, { ...before });
  }

  return (
    <TextField
      {...words}
      {...view.typing}
      {...field}
      label={label ?? t(view.label)}
      autoComplete={autoComplete}
      onChange={change}
    />
  );
}

/** How to reach the owner of a bank account: the contract requires it (2.3). */
export function ContactCard({ control }: Pick<FieldsProps, 'control'>) {
  return (
    <Card>
      <Stack>
        <h2>
          <Trans>Contact details</Trans>
        </h2>
        <PartFields control={control} category="bank" names={contact} />
      </Stack>
    </Card>
  );
}

const contact = fieldsOf('contact');
const more = fieldsOf('more');
const moreOfWallets: FormField[] = ['dni_type', 'dni', ...contact, ...more];

type OptionalDetailsProps = Omit<PersonCardProps, 'proposesAlias'> & {
  /** Whether the account's card asks for additional details already. */
  asksDetails: boolean;
};

/** What nobody has to fill in, folded. */
export function OptionalDetails({ form, category, asksDetails }: OptionalDetailsProps) {
  const { t } = useLingui();
  const { control } = form;
  const isWallet = category === 'wallet';
  const hasDetails = !isWallet && !asksDetails;
  const ofBank: FormField[] = hasDetails ? [...more, 'additional_data'] : more;
  return (
    <FieldDetails
      form={form}
      names={isWallet ? moreOfWallets : ofBank}
      summary={isWallet ? <Trans>About the owner (optional)</Trans> : undefined}
    >
      {isWallet && (
        <>
          <IdFields control={control} optional />
          <PartFields control={control} category={category} names={contact} />
        </>
      )}
      <PartFields control={control} category={category} names={more} />
      {hasDetails && (
        <FormTextField
          control={control}
          name="additional_data"
          label={t(fieldViews.additional_data.label)}
          hint={<Trans>Add anything else the bank needs to pay this account.</Trans>}
          autoComplete={autoComplete}
          optional
        />
      )}
    </FieldDetails>
  );
}

type FieldsProps = {
  control: Control<AccountValues>;
  optional: boolean;
};

// Autofill would enter the sender's own data.
const autoComplete = 'off';

/** ID type and number; a company's type is known. */
export function IdFields({ control, optional }: FieldsProps) {
  const { t } = useLingui();
  const dni_type = useWatch({ control, name: 'dni_type' });
  if (isCompany({ dni_type })) {
    return <IdNumber {...{ control, optional }} label={<Trans>Company ID number</Trans>} />;
  }
  return (
    <FieldPair>
      <FormSelectField
        control={control}
        name="dni_type"
        optional={optional}
        autoComplete={autoComplete}
        label={t(fieldViews.dni_type.label)}
        placeholder={t`Choose`}
        options={typesOfPersons.map((value) => ({
          value,
          label: t(fieldViews.dni_type.options[value]),
        }))}
      />
      <IdNumber {...{ control, optional }} />
    </FieldPair>
  );
}

function IdNumber({ label, ...common }: FieldsProps & { label?: ReactNode }) {
  const { t } = useLingui();
  const { typing, label: usual } = fieldViews.dni;
  return (
    <FormTextField
      {...common}
      {...typing}
      name="dni"
      label={label ?? t(usual)}
      autoComplete={autoComplete}
    />
  );
}

type PartFieldsProps = {
  control: Control<AccountValues>;
  category: Category;
  names: readonly PartField[];
};

/** Fields of a part, each by its kind. Neighbours that are short share a line. */
function PartFields({ control, category, names }: PartFieldsProps) {
  const required = requiredFields(category);
  const lines: PartField[][] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (isShort(name) && last?.every(isShort)) last.push(name);
    else lines.push([name]);
  }
  return lines.map((line) => (
    <FieldPair key={line.join(' ')}>
      {line.map((name) => (
        <AskedField key={name} control={control} name={name} optional={!required.includes(name)} />
      ))}
    </FieldPair>
  ));
}

/** Two short fields, side by side where there is room. */
function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}

// Above the names a company is chosen.
const typesOfPersons = dniTypes.filter((type) => type !== 'company_dni');

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import type { Control, UseFormReturn } from 'react-hook-form';
import { dniTypes } from '../../../../contract/account-choices.ts';
import { localDay } from '../../../../contract/birthdate.ts';
import { type FormField, fieldViews } from '../../../accounts/account-fields.ts';
import { FormSelectField, FormTextField } from '../../../form/form-fields.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/stack.tsx';
import type { AccountValues, Category } from './account-values.ts';
import { CheckedField } from './checked-field.tsx';
import { FieldDetails } from './field-details.tsx';
import styles from './owner-card.module.css';

const rare: FormField[] = ['state', 'phone', 'birthdate'];
const rareOfBanks: FormField[] = [...rare, 'additional_data'];
// contract 2.3: for a wallet all of the owner is optional.
const rareOfWallets: FormField[] = [
  'first_name',
  'last_name',
  'dni_type',
  'dni',
  'email',
  'address',
  'city',
  ...rare,
];

export type OwnerCardProps = { form: UseFormReturn<AccountValues>; category: Category };

/** Who the money is for. */
export const OwnerCard = memo(function OwnerCard({ form, category }: OwnerCardProps) {
  const { t } = useLingui();
  const { control } = form;
  if (category === 'wallet') {
    return (
      <Card>
        <FieldDetails
          form={form}
          names={rareOfWallets}
          summary={<Trans>Who owns the wallet (optional)</Trans>}
        >
          <OwnerFields control={control} optional />
          <RareFields control={control} />
        </FieldDetails>
      </Card>
    );
  }
  return (
    <Card>
      <Stack>
        <h2>
          <Trans>Who owns the account</Trans>
        </h2>
        <OwnerFields control={control} optional={false} />
        <FieldDetails form={form} names={rareOfBanks}>
          <RareFields control={control} />
          <FormTextField
            control={control}
            name="additional_data"
            label={t(fieldViews.additional_data.label)}
            hint={<Trans>Anything else the bank needs to pay this account.</Trans>}
            autoComplete="off"
            optional
          />
        </FieldDetails>
      </Stack>
    </Card>
  );
});

type FieldsProps = {
  control: Control<AccountValues>;
  /** True for a wallet (contract 2.3). */
  optional: boolean;
};

// The browser would fill in the sender's own data.
const autoComplete = 'off';

function OwnerFields({ control, optional }: FieldsProps) {
  const { t } = useLingui();
  const common = { control, optional };
  return (
    <>
      <FieldPair>
        <OwnerText {...common} name="first_name" />
        <OwnerText {...common} name="last_name" />
      </FieldPair>
      <FieldPair>
        <FormSelectField
          {...common}
          autoComplete={autoComplete}
          name="dni_type"
          label={t(fieldViews.dni_type.label)}
          placeholder={t`Choose`}
          options={dniTypes.map((value) => ({ value, label: t(documentNames[value]) }))}
        />
        <OwnerText {...common} name="dni" />
      </FieldPair>
      <CheckedField {...common} name="email" />
      <FieldPair>
        <OwnerText {...common} name="address" />
        <OwnerText {...common} name="city" />
      </FieldPair>
    </>
  );
}

/** What the service takes of an owner but never asks for (contract 2.3). */
function RareFields({ control }: Pick<FieldsProps, 'control'>) {
  return (
    <>
      <OwnerText control={control} name="state" optional />
      <FieldPair>
        <CheckedField control={control} name="phone" optional />
        <CheckedField control={control} name="birthdate" max={localDay(new Date())} optional />
      </FieldPair>
    </>
  );
}

type OwnerTextProps = FieldsProps & {
  name: 'first_name' | 'last_name' | 'dni' | 'address' | 'city' | 'state';
};

function OwnerText({ name, ...common }: OwnerTextProps) {
  const { t } = useLingui();
  const { label, typing } = fieldViews[name];
  return (
    <FormTextField
      {...common}
      {...typing}
      name={name}
      label={t(label)}
      autoComplete={autoComplete}
    />
  );
}

/** Two short fields, side by side where there is room. */
function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}

/** contract 2.3: the kinds of document. */
const documentNames: Record<(typeof dniTypes)[number], MessageDescriptor> = {
  cc: msg`National identity card`,
  ce: msg`Foreigner identity card`,
  passport: msg`Passport`,
  company_dni: msg`Company document`,
};

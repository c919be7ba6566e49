import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type FormField, fieldLabels } from '../../../accounts/field-labels.ts';
import { FormTextField } from '../../../form/form-text-field.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/stack.tsx';
import type { AccountValues, Category } from './account-values.ts';
import { FieldDetails } from './field-details.tsx';
import { OwnerFields } from './owner-fields.tsx';
import { RareFields } from './rare-fields.tsx';

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
            label={t(fieldLabels.additional_data)}
            hint={<Trans>Anything else the bank needs to pay this account.</Trans>}
            autoComplete="off"
            optional
          />
        </FieldDetails>
      </Stack>
    </Card>
  );
});

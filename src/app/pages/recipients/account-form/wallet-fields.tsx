import { Trans, useLingui } from '@lingui/react/macro';
import type { Control } from 'react-hook-form';
import type { Country } from '../../../../contract/country.ts';
import { fieldLabels } from '../../../accounts/field-labels.ts';
import type { AccountValues } from './account-values.ts';
import { CheckedField } from './checked-field.tsx';

export type WalletFieldsProps = {
  control: Control<AccountValues>;
  /** The digital asset, if one was chosen. */
  asset: Country | undefined;
};

/** Where the money goes, for a wallet. */
export function WalletFields({ control, asset }: WalletFieldsProps) {
  const { t } = useLingui();
  return (
    <CheckedField
      control={control}
      name="additional_data"
      label={t(fieldLabels.wallet_address)}
      place={asset}
      // The contract asks for no wallet address (2.3): saving without one is asked about, and stops nobody.
      hint={<Trans>Without it the money can't be delivered.</Trans>}
    />
  );
}

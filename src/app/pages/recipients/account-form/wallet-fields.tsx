import { Trans, useLingui } from '@lingui/react/macro';
import { type Control, useWatch } from 'react-hook-form';
import type { Country } from '../../../../contract/country.ts';
import type { AccountValues } from './account-values.ts';
import { fieldLabels } from './account-words.ts';
import { CheckedField } from './checked-field.tsx';

export type WalletFieldsProps = {
  control: Control<AccountValues>;
  /** The digital asset, if one was chosen. */
  asset: Country | undefined;
};

/** Where the money goes, for a wallet. */
export function WalletFields({ control, asset }: WalletFieldsProps) {
  const { t } = useLingui();
  const address = useWatch({ control, name: 'additional_data' });
  return (
    <CheckedField
      control={control}
      name="additional_data"
      label={t(fieldLabels.wallet_address)}
      asset={asset}
      // The contract asks for no wallet address (2.3), so its absence stops nobody.
      warning={
        address.trim() === '' && (
          <Trans>Without an address nobody may know where to send the money.</Trans>
        )
      }
    />
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { type Control, useWatch } from 'react-hook-form';
import { FormTextField } from '../../../form/form-text-field.tsx';
import type { AccountValues } from './account-values.ts';
import { fieldLabels } from './account-words.ts';

export type WalletFieldsProps = { control: Control<AccountValues> };

/** Where the money goes, for a wallet. */
export function WalletFields({ control }: WalletFieldsProps) {
  const { t } = useLingui();
  const address = useWatch({ control, name: 'additional_data' });
  return (
    <FormTextField
      control={control}
      name="additional_data"
      label={t(fieldLabels.wallet_address)}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      // The contract asks for no wallet address (2.3), so its absence stops nobody.
      warning={
        address.trim() === '' && (
          <Trans>Without an address nobody may know where to send the money.</Trans>
        )
      }
    />
  );
}

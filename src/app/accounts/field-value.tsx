import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AccountField } from '../../contract/account-fields.ts';
import type { DestinationAccount } from '../../contract/api/destination-account.ts';
import { banksQuery } from '../api/reference.ts';
import { useAccountWords } from '../i18n/use-account-words.ts';

export type FieldValueProps = { account: DestinationAccount; field: AccountField };

/** The value of one field of an account, in words. */
export function FieldValue({ account, field }: FieldValueProps) {
  const { t } = useLingui();
  const { bankType, documentType } = useAccountWords();
  const { data: banks } = useQuery({
    ...banksQuery(account.country?.name ?? ''),
    enabled: field === 'bank_id' && Boolean(account.country),
  });

  function words(): string | null | undefined {
    switch (field) {
      case 'category':
        return account.category === 'bank' ? t`Bank account` : t`Wallet`;
      case 'bank_type':
        return bankType(account);
      case 'dni_type':
        return documentType(account);
      case 'bank_id':
        return banks?.find(({ id }) => id === account.bank_id)?.name ?? account.bank_id;
      default:
        return account[field];
    }
  }

  return words() || <Trans>nothing</Trans>;
}

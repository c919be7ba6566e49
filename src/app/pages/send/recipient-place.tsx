import { useQuery } from '@tanstack/react-query';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { NumberTail } from '../../accounts/last-digits.tsx';
import { banksQuery } from '../../api/reference.ts';
import { useAccountWords } from '../../i18n/use-account-words.ts';
import { useNames } from '../../i18n/use-names.ts';

export type RecipientPlaceProps = { account: DestinationAccount };

/** Where the money goes: bank, kind of account, the end of its number, country or digital asset. */
export function RecipientPlace({ account }: RecipientPlaceProps) {
  const words = useAccountWords();
  const names = useNames();
  const banks = useQuery({
    ...banksQuery(account.country?.name ?? ''),
    enabled: Boolean(account.country && account.bank_id),
  });
  const bank = banks.data?.find(({ id }) => id === account.bank_id)?.name;
  const kind = [bank, words.bankType(account)].filter(Boolean).join(', ');
  return (
    <>
      {kind} {account.bank_number && <NumberTail number={account.bank_number} />}
      {account.country && (
        <>
          {kind && <br />}
          {names.country(account.country)}
        </>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { banksQuery } from '../../api/reference.ts';
import { useAccountWords } from '../../i18n/use-account-words.ts';
import { Tail } from '../../ui/tail.tsx';
import styles from './recipient-account.module.css';

export type RecipientAccountProps = { account: DestinationAccount };

/** Where the money goes: enough to know the account by, no more of its number than its end. */
export function RecipientAccount({ account }: RecipientAccountProps) {
  return (
    <>
      {account.category === 'wallet' ? (
        <WalletAddress address={account.additional_data ?? ''} />
      ) : (
        <BankAccount account={account} />
      )}
      {account.country && <span className={styles.line}>{account.country.name}</span>}
    </>
  );
}

function BankAccount({ account }: RecipientAccountProps) {
  const words = useAccountWords();
  const banks = useQuery({
    ...banksQuery(account.country?.name ?? ''),
    enabled: Boolean(account.country && account.bank_id),
  });
  const bank = banks.data?.find(({ id }) => id === account.bank_id)?.name;
  const kind = [bank, words.bankType(account)].filter(Boolean).join(', ');
  return (
    <span className={styles.line}>
      {kind} {account.bank_number && <Tail end={account.bank_number.slice(-4)} />}
    </span>
  );
}

/** Its two ends large, for they are what a person compares; all of it beneath. */
function WalletAddress({ address }: { address: string }) {
  if (address === '') return null;
  const ends = address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address;
  return (
    <>
      <span className={styles.ends}>{ends}</span>
      {ends !== address && <small className={styles.line}>{address}</small>}
    </>
  );
}

import { Trans } from '@lingui/react/macro';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { isPayable } from '../../../contract/payable.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { SummaryRow } from '../../ui/summary-list.tsx';
import styles from './wallet-address.module.css';

const end = 6;

export type WalletAddressRowProps = {
  account: DestinationAccount;
  /** Where a missing address is added. */
  toCorrection: string;
};

/** Where the money goes, or that nobody knows. */
export function WalletAddressRow({ account, toCorrection }: WalletAddressRowProps) {
  if (isPayable(account)) {
    return (
      <SummaryRow term={<Trans>Wallet address</Trans>}>
        <WalletAddress address={account.additional_data ?? ''} />
      </SummaryRow>
    );
  }
  return (
    <SummaryRow
      term={<Trans>Wallet address</Trans>}
      note={<Trans>Without it the money can't be delivered.</Trans>}
      action={
        <Link to={toCorrection}>
          <Trans>Add address</Trans>
        </Link>
      }
    >
      <span role="alert" className={styles.missing}>
        <Icon name="stop" />
        <Trans>missing</Trans>
      </span>
    </SummaryRow>
  );
}

/** Its two ends large, for they are what a person compares; all of it beneath. */
function WalletAddress({ address }: { address: string }) {
  const ends =
    address.length > 2 * end + 4 ? `${address.slice(0, end)}…${address.slice(-end)}` : address;
  return (
    <>
      <span className={styles.ends}>{ends}</span>
      {ends !== address && <small className={styles.whole}>{address}</small>}
    </>
  );
}

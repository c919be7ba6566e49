import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DestinationAccount } from '../../contract/api/destination-account.ts';
import { isPayable } from '../../contract/payable.ts';
import { banksQuery } from '../api/reference.ts';
import { verbatim } from '../i18n/trans.ts';
import { useAccountWords } from '../i18n/use-account-words.ts';
import { useNames } from '../i18n/use-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { SummaryRow } from '../ui/summary-list.tsx';
import { MaskedValue, OtherAccountRows } from './field-row.tsx';
import styles from './recipient-rows.module.css';

type RecipientRowsProps = {
  account: DestinationAccount;
  /** Leads to another recipient. */
  change?: ReactNode;
  /** Path of the page where a missing address is added. */
  toCorrection: string;
};

/** Who gets the money and where, as the person approves it. */
export function RecipientRows({ account, change, toCorrection }: RecipientRowsProps) {
  const words = useAccountWords();
  return (
    <>
      <SummaryRow
        term={<Trans>Recipient</Trans>}
        note={
          account.dni && (
            <>
              {words.documentType(account)} <MaskedValue account={account} field="dni" />
            </>
          )
        }
        action={change}
      >
        {verbatim(words.owner(account))}
      </SummaryRow>
      {account.category === 'wallet' ? (
        <WalletAddressRow account={account} toCorrection={toCorrection} />
      ) : (
        <>
          <BankAccountRow account={account} />
          <OtherAccountRows account={account} />
        </>
      )}
    </>
  );
}

type BankAccountRowProps = { account: DestinationAccount };

/** Bank and last digits of the number; account type and country. */
function BankAccountRow({ account }: BankAccountRowProps) {
  const words = useAccountWords();
  const names = useNames();
  const banks = useQuery({
    ...banksQuery(account.country?.name ?? ''),
    enabled: Boolean(account.country && account.bank_id),
  });
  const bank = banks.data?.find(({ id }) => id === account.bank_id)?.name;
  const country = account.country && names.country(account.country);
  return (
    <SummaryRow
      term={<Trans>Account</Trans>}
      note={
        <span className={styles.kind}>
          {[words.bankType(account), country].filter(Boolean).join(', ')}
        </span>
      }
    >
      {verbatim(bank)} <MaskedValue account={account} field="bank_number" />
    </SummaryRow>
  );
}

const end = 6;

type WalletAddressRowProps = {
  account: DestinationAccount;
  /** Path of the page where a missing address is added. */
  toCorrection: string;
};

/** The wallet address, or a warning that it is missing. */
function WalletAddressRow({ account, toCorrection }: WalletAddressRowProps) {
  const names = useNames();
  const asset = account.country && names.country(account.country);
  if (isPayable(account)) {
    return (
      <SummaryRow stacked term={<Trans>Wallet address</Trans>} note={asset}>
        <WalletAddress address={account.additional_data ?? ''} />
      </SummaryRow>
    );
  }
  return (
    <SummaryRow
      term={<Trans>Wallet address</Trans>}
      hint={<Trans>Without an address the money can’t be delivered.</Trans>}
      action={
        <Link to={toCorrection}>
          <Trans>Add address</Trans>
        </Link>
      }
    >
      <span role="alert" className={styles.missing}>
        <Icon name="stop" />
        <Trans>Missing</Trans>
      </span>
    </SummaryRow>
  );
}

/** Both ends of the address large, because people compare those; the whole address below. */
function WalletAddress({ address }: { address: string }) {
  const ends =
    address.length > 2 * end + 4 ? `${address.slice(0, end)}…${address.slice(-end)}` : address;
  return (
    <>
      <span translate="no" className={styles.ends}>
        {ends}
      </span>
      {ends !== address && (
        <small translate="no" className={styles.whole}>
          {address}
        </small>
      )}
    </>
  );
}

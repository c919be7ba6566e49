import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../api/accounts.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { useAccountWords } from '../../i18n/use-account-words.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SummaryList } from '../../ui/summary-list.tsx';
import { SummaryRow } from '../../ui/summary-row.tsx';
import { Tail } from '../../ui/tail.tsx';
import styles from './support.module.css';

export type RecipientCardProps = {
  /** Of the destination account. */
  id: string;
};

/** Enough of the recipient to compare with what the caller says. */
export function RecipientCard({ id }: RecipientCardProps) {
  const words = useAccountWords();
  const failureMessage = useFailureMessage();
  const { data: account, error } = useQuery(accountQuery(id));

  if (!account) {
    return (
      <Card as="section">
        <h2>
          <Trans>Recipient {id}</Trans>
        </h2>
        {error ? <p className={styles.quiet}>{failureMessage(error)}</p> : <Skeleton />}
      </Card>
    );
  }

  const number = account.bank_number ?? account.additional_data;
  return (
    <Card as="section">
      <h2>{words.owner(account)}</h2>
      <SummaryList className={styles.list}>
        <SummaryRow term={<Trans>Known as</Trans>}>{account.alias}</SummaryRow>
        {number && (
          <SummaryRow
            term={account.category === 'wallet' ? <Trans>Wallet</Trans> : <Trans>Account</Trans>}
            note={words.bankType(account)}
          >
            <Tail end={number.slice(-4)} />
          </SummaryRow>
        )}
        {account.dni && (
          <SummaryRow term={<Trans>Document</Trans>} note={words.documentType(account)}>
            <Tail end={account.dni.slice(-3)} />
          </SummaryRow>
        )}
        {account.country && (
          <SummaryRow term={<Trans>Country</Trans>}>{account.country.name}</SummaryRow>
        )}
      </SummaryList>
      <ButtonLink wide to={paths.recipient(id)}>
        <Trans>Open the recipient</Trans>
      </ButtonLink>
    </Card>
  );
}

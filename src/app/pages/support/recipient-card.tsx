import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import {
  minNumberPart,
  type RecipientMatch,
  type SupportSearch,
} from '../../../contract/api/support.ts';
import { FieldRow, OtherAccountRows } from '../../accounts/field-row.tsx';
import { useNumbers } from '../../accounts/masked-row.tsx';
import { accountQuery } from '../../api/accounts.ts';
import { banksQuery } from '../../api/reference.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { countryName } from '../../i18n/intl.ts';
import { verbatim } from '../../i18n/trans.ts';
import { useAccountWords } from '../../i18n/use-account-words.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { fromLookUp } from '../../router/entry-state.ts';
import { paths } from '../../router/paths.ts';
import { CopyRecipientReport } from '../../transfers/case-report.tsx';
import { SenderRow } from '../../transfers/from-sender.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SummaryList, SummaryRow } from '../../ui/summary-list.tsx';
import styles from './support.module.css';

type RecipientCardProps = {
  /** The id of the destination account. */
  id: string;
  found: SupportSearch | undefined;
  q: string;
};

/** Enough of the recipient to compare with what the caller says, and a copy for the case. */
export function RecipientCard({ id, found, q }: RecipientCardProps) {
  const failureMessage = useFailureMessage();
  // The audit log records each read, so returning to this tab must not cause another one.
  const { data: account, error } = useQuery({ ...accountQuery(id), refetchOnWindowFocus: false });
  if (account) return <Known account={account} found={found} q={q} />;
  return (
    <Card as="section">
      <h2>
        <Trans>Recipient {id}</Trans>
      </h2>
      {error ? <p className={styles.quiet}>{failureMessage(error)}</p> : <Skeleton />}
    </Card>
  );
}

type KnownProps = Omit<RecipientCardProps, 'id'> & { account: DestinationAccount };

function Known({ account, found, q }: KnownProps) {
  const { id, alias, category, country, bank_id, sender } = account;
  const words = useAccountWords();
  const { locale } = useFormat();
  const failureMessage = useFailureMessage();
  const numbers = useNumbers(account);
  const foundBy = useFoundBy(q);
  const { data: banks } = useQuery({
    ...banksQuery(country?.name ?? ''),
    enabled: Boolean(bank_id),
  });
  const bank = banks?.find((one) => one.id === bank_id)?.name;
  const matched = found && foundBy(found, id);

  return (
    <Card as="section">
      <h2>{verbatim(words.owner(account))}</h2>
      {numbers.error && <Notice tone="stop" role="alert" title={failureMessage(numbers.error)} />}
      <SummaryList className={styles.list}>
        <SummaryRow term={<Trans>Nickname</Trans>}>{verbatim(alias)}</SummaryRow>
        {category === 'wallet' ? (
          <FieldRow
            account={account}
            numbers={numbers}
            term={<Trans>Wallet</Trans>}
            field="additional_data"
          />
        ) : (
          <>
            <FieldRow
              account={account}
              numbers={numbers}
              term={<Trans>Account</Trans>}
              kind={bank}
              field="bank_number"
            />
            <OtherAccountRows account={account} numbers={numbers} />
          </>
        )}
        <FieldRow
          account={account}
          numbers={numbers}
          kind={words.documentType(account)}
          field="dni"
        />
        {country && (
          <SummaryRow term={<Trans>Country</Trans>}>{countryName(country, locale)}</SummaryRow>
        )}
        {sender && <SenderRow sender={sender} />}
        {matched && <SummaryRow term={<Trans>Found by</Trans>}>{matched}</SummaryRow>}
      </SummaryList>
      {found && <CopyRecipientReport account={account} bank={bank} found={found} />}
      <ButtonLink variant="quiet" to={paths.recipient(id)} state={fromLookUp}>
        <Trans>Open the recipient</Trans>
      </ButtonLink>
    </Card>
  );
}

/** Returns what the search text matched, in words; undefined when the recipient did not match. */
function useFoundBy(q: string) {
  const { t } = useLingui();
  const matchWords = useMatchWords(q);

  return ({ recipients, transfers }: SupportSearch, id: string): string | undefined => {
    const own = recipients.items.find((one) => one.id === id)?.matched ?? [];
    const theirs = transfers.items.filter((row) => row.destination_account_id === id);
    const byTransfer = [
      theirs.some(({ matched }) => matched.includes('id')) && t`transfer number`,
      theirs.some(({ matched }) => matched.includes('amount')) && t`transfer amount`,
      theirs.some(({ matched }) => matched.includes('sender')) && t`sender`,
      theirs.some(({ matched }) => matched.includes('currency')) && t`currency`,
    ].filter((word) => word !== false);
    return own.length + byTransfer.length === 0 ? undefined : matchWords(own, byTransfer);
  };
}

/** Returns what of a recipient the search text matched, in words, and other words behind. */
export function useMatchWords(q: string) {
  const { t } = useLingui();
  const { locale } = useFormat();
  // People paste masks and labels before a number ('···· 4821'), so only the last part counts.
  const [last = ''] = q
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(-1);
  const isEnd = last.length < minNumberPart;

  function wordOf(match: RecipientMatch): string {
    switch (match) {
      case 'id':
        return t`recipient number`;
      case 'alias':
        return t`nickname`;
      case 'name':
        return t`owner’s name`;
      case 'bank':
        return t`bank`;
      case 'country':
        return t`country`;
      case 'document':
        return isEnd ? t`end of ID number` : t`ID number`;
      case 'account':
        return isEnd ? t`end of account` : t`account`;
    }
  }

  return (matched: readonly RecipientMatch[], others: readonly string[] = []) =>
    new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format([
      ...matched.map(wordOf),
      ...others,
    ]);
}

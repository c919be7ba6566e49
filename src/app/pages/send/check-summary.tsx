import { Trans, useLingui } from '@lingui/react/macro';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import type { Quote } from '../../../contract/api/quote.ts';
import { NumberTail } from '../../accounts/last-digits.tsx';
import { useAccountWords } from '../../i18n/use-account-words.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../router/paths.ts';
import { MoneyText } from '../../transfers/money-text.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SummaryList, SummaryRow } from '../../ui/summary-list.tsx';
import styles from './check-summary.module.css';
import { EstimateChange } from './estimate-notice.tsx';
import { RecipientPlace } from './recipient-place.tsx';
import { amountOnly, type CheckSearch } from './send-search.ts';
import { WalletAddressRow } from './wallet-address.tsx';

export type CheckSummaryProps = {
  account: DestinationAccount;
  quote: Quote | undefined;
  /** What they were to get when the person started, in subunits. */
  started: string | undefined;
  /** Whether an estimate is on its way. */
  isTaking: boolean;
  search: CheckSearch;
  /** What the person sends, as written for them. */
  sends: string;
  toRecipients: string;
  /** Where what is wrong in the recipient is mended. */
  toCorrection: string;
};

/** The answers, each with the way to change it. */
export function CheckSummary(props: CheckSummaryProps) {
  const { account, quote, started, isTaking, search, sends, toRecipients, toCorrection } = props;
  const { t } = useLingui();
  const { money, rate } = useMoney();
  const words = useAccountWords();

  return (
    <Card>
      <p className={styles.who}>
        <Trans>{account.alias} gets</Trans>
      </p>
      {quote || !isTaking ? (
        <MoneyText
          text={quote ? money(quote.destination_amount_cents, quote.destination_currency) : '–'}
        />
      ) : (
        <div className={styles.taking}>
          <Skeleton lines={1} />
        </div>
      )}
      <p className={styles.estimate}>
        {quote && (
          <Trans>
            Estimate taken <Ago at={quote.taken_at} />. The rate is set when you send.
          </Trans>
        )}
      </p>
      <EstimateChange started={started} quote={quote} />
      <SummaryList>
        <SummaryRow
          term={<Trans>You send</Trans>}
          action={
            <Link to={paths.quote(amountOnly(search))} aria-label={t`Change what you send`}>
              <Trans>Change</Trans>
            </Link>
          }
        >
          {sends}
        </SummaryRow>
        <SummaryRow term={<Trans>Rate</Trans>}>
          {quote ? rate(quote.rate, quote.source_currency, quote.destination_currency) : '–'}
        </SummaryRow>
        <SummaryRow
          term={<Trans>To</Trans>}
          note={<RecipientPlace account={account} />}
          action={
            <Link to={toRecipients} aria-label={t`Change who gets it`}>
              <Trans>Change</Trans>
            </Link>
          }
        >
          {words.owner(account)}
        </SummaryRow>
        {account.category === 'wallet' && (
          <WalletAddressRow account={account} toCorrection={toCorrection} />
        )}
        {account.dni && (
          <SummaryRow term={<Trans>Document</Trans>}>
            {words.documentType(account)} <NumberTail number={account.dni} />
          </SummaryRow>
        )}
      </SummaryList>
    </Card>
  );
}

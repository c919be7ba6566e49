import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { acceptedDrift } from '../../../contract/api/order-states.ts';
import type { Quote } from '../../../contract/api/quote.ts';
import { isOneForOne } from '../../../money/rate.ts';
import { Avatar } from '../../accounts/avatar.tsx';
import { RecipientRows } from '../../accounts/recipient-rows.tsx';
import { verbatim } from '../../i18n/trans.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { OwnLimit, useIsLimited } from '../../limits/own-limits.tsx';
import { ArrivalTip } from '../../transfers/arrival-tip.tsx';
import { CostNote } from '../../transfers/cost-note.tsx';
import { MoneyText, unbroken } from '../../transfers/money-text.tsx';
import { AmountHead } from '../../transfers/person-head.tsx';
import { WhoGets } from '../../transfers/who-gets.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StillWaiting } from '../../ui/still-waiting.tsx';
import { SummaryList, SummaryRow } from '../../ui/summary-list.tsx';
import styles from './check-summary.module.css';
import type { CheckSearch } from './send-search.ts';

type CheckSummaryProps = {
  account: DestinationAccount;
  /** The estimate to send at; undefined if there is none. */
  quote: Quote | undefined;
  /** The last estimate, also if it is no longer valid. */
  latest: Quote | undefined;
  /** Whether an estimate is loading. */
  isLoading: boolean;
  search: CheckSearch;
  /** Whether it is sent now, and not on days. */
  isNow: boolean;
  /** Formatted source amount. */
  sends: string;
  toRecipients: string;
  /** Path of the page where the recipient is corrected. */
  toCorrection: string;
};

/** Everything that will be sent, each part with a link to change it. */
export function CheckSummary(props: CheckSummaryProps) {
  const { account, quote, latest, isLoading, search, isNow, sends } = props;
  const { toRecipients, toCorrection } = props;
  const { t } = useLingui();
  const { money, leadRate } = useMoney();
  const { source_amount_currency: from, destination_amount_currency: to } = search;
  const isLimited = useIsLimited(from);

  return (
    <Card>
      <AmountHead
        avatar={
          <Avatar id={account.id} alias={account.alias} code={account.country?.code} size="large" />
        }
        label={<WhoGets alias={account.alias} state={undefined} />}
      >
        {quote || !isLoading ? (
          <MoneyText
            text={quote ? money(quote.destination_amount_cents, quote.destination_currency) : '–'}
          />
        ) : (
          <div className={styles.taking}>
            <Skeleton lines={1} />
          </div>
        )}
      </AmountHead>
      <div className={styles.estimate}>
        {quote ? (
          <p className={styles.age}>
            <Trans>
              Estimated <Ago at={quote.taken_at} />. The final rate is set when you send.
            </Trans>
          </p>
        ) : (
          isLoading && <StillWaiting />
        )}
        <EstimateChange quoted={search.quoted} latest={latest} quote={quote} />
      </div>
      <SummaryList ends>
        <SummaryRow
          term={<Trans>You send</Trans>}
          note={
            isLimited && (
              <OwnLimit
                currency={from}
                cents={BigInt(search.source_amount_cents)}
                isAlone={!isNow}
              />
            )
          }
        >
          {verbatim(sends)}
        </SummaryRow>
        {!isOneForOne(quote?.rate ?? '1', from, to) && (
          <SummaryRow ownLine term={<Trans>Estimated rate</Trans>}>
            {quote ? verbatim(unbroken(leadRate(quote.rate, from, to))) : '–'}
          </SummaryRow>
        )}
        <RecipientRows
          account={account}
          change={
            <Link to={toRecipients} aria-label={t`Change recipient`}>
              <Trans>Change</Trans>
            </Link>
          }
          toCorrection={toCorrection}
        />
      </SummaryList>
      {account.arrival && <ArrivalTip arrival={account.arrival} />}
      <CostNote />
    </Card>
  );
}

type EstimateChangeProps = {
  /** The destination amount that the person saw on the quote page, in subunits. */
  quoted: string | undefined;
  latest: Quote | undefined;
  quote: Quote | undefined;
};

/** Tells that the estimate changed, in the place of its age, so that it causes no layout shift. */
function EstimateChange({ quoted, latest, quote }: EstimateChangeProps) {
  return (
    <div aria-live="polite">
      {latest && (
        <Changed started={BigInt(quoted ?? latest.destination_amount_cents)} quote={quote} />
      )}
    </div>
  );
}

type ChangedProps = {
  /** The first destination amount, in subunits. Later values are ignored. */
  started: bigint;
  quote: Quote | undefined;
};

function Changed({ started, quote }: ChangedProps) {
  const { money } = useMoney();
  const [first] = useState(started);
  if (!quote || first === quote.destination_amount_cents) return null;
  const { destination_amount_cents, destination_currency } = quote;
  const was = money(first, destination_currency);
  if ((first - destination_amount_cents) * acceptedDrift <= first) {
    return (
      <p className={styles.changed}>
        <Trans>It was {was} when you started.</Trans>
      </p>
    );
  }
  return (
    <p className={classNames(styles.changed, styles.worse)}>
      <Icon name="warning" size={18} />
      <span>
        <Trans>The estimate changed. It was {was} when you started.</Trans>
      </span>
    </p>
  );
}

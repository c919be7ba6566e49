import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import type { Quote } from '../../../contract/api/quote.ts';
import { isPayable } from '../../../contract/payable.ts';
import { NumberTail } from '../../accounts/last-digits.tsx';
import { banksQuery } from '../../api/reference.ts';
import { useAccountWords } from '../../i18n/use-account-words.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { useNames } from '../../i18n/use-names.ts';
import { paths } from '../../router/paths.ts';
import { MoneyText } from '../../transfers/money-text.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SummaryList, SummaryRow } from '../../ui/summary-list.tsx';
import styles from './check-summary.module.css';
import { amountOnly, type CheckSearch } from './send-search.ts';

export type CheckSummaryProps = {
  account: DestinationAccount;
  /** The estimate to send at. */
  quote: Quote | undefined;
  /** The last one that was taken, whether or not it can still be sent at. */
  latest: Quote | undefined;
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
  const { account, quote, latest, isTaking, search, sends, toRecipients, toCorrection } = props;
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
      <EstimateChange quoted={search.quoted} latest={latest} quote={quote} />
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

type RecipientPlaceProps = { account: DestinationAccount };

/** Where the money goes: bank, kind of account, the end of its number, country or digital asset. */
function RecipientPlace({ account }: RecipientPlaceProps) {
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

const end = 6;

type WalletAddressRowProps = {
  account: DestinationAccount;
  /** Where a missing address is added. */
  toCorrection: string;
};

/** Where the money goes, or that nobody knows. */
function WalletAddressRow({ account, toCorrection }: WalletAddressRowProps) {
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

type EstimateChangeProps = {
  /** What they were to get when the person came here, in subunits. */
  quoted: string | undefined;
  latest: Quote | undefined;
  quote: Quote | undefined;
};

// What is worse by less than one part in this many is no reason to stop and think.
const smallShare = 400n;

/** Beside the figure, that it changed: its place is kept, so that nothing moves as it comes. */
function EstimateChange({ quoted, latest, quote }: EstimateChangeProps) {
  return (
    <div aria-live="polite" className={styles.change}>
      {latest && (
        <Changed started={BigInt(quoted ?? latest.destination_amount_cents)} quote={quote} />
      )}
    </div>
  );
}

type ChangedProps = {
  /** What they were to get when the person started: of later values nothing is taken. */
  started: bigint;
  quote: Quote | undefined;
};

function Changed({ started, quote }: ChangedProps) {
  const { money } = useMoney();
  const [first] = useState(started);
  if (!quote || first === quote.destination_amount_cents) return null;
  const { destination_amount_cents, destination_currency } = quote;
  const was = money(first, destination_currency);
  if ((first - destination_amount_cents) * smallShare <= first) {
    return (
      <p>
        <Trans>It was {was} when you started.</Trans>
      </p>
    );
  }
  return (
    <p className={styles.worse}>
      <Icon name="warning" size={18} />
      <span>
        <Trans>The estimate changed. It was {was} when you started.</Trans>
      </span>
    </p>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { Transfer, TransferDetail } from '../../../../contract/api/transfer.ts';
import { impliedRate, writeRate } from '../../../../money/rate.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { SummaryList } from '../../../ui/summary-list.tsx';
import { SummaryRow } from '../../../ui/summary-row.tsx';
import { Tail } from '../../../ui/tail.tsx';
import { SendAgain } from './send-again.tsx';
import styles from './transfer.module.css';

export type TransferSummaryProps = { detail: TransferDetail };

/** What is sent, to whom, and what can be done about it. */
export function TransferSummary({ detail: { transfer, recipient } }: TransferSummaryProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const rate = useImpliedRate(transfer);
  const source = money(transfer.source_amount_cents, transfer.source_amount_currency);

  return (
    <Card as="section">
      <p className={styles.quiet}>
        {recipient ? <Trans>{recipient.alias} gets</Trans> : <Trans>They get</Trans>}
      </p>
      <MoneyText
        text={money(transfer.destination_amount_cents, transfer.destination_amount_currency)}
      />
      <p className={styles.quiet}>
        {rate ? (
          <Trans>
            from {source} at {rate}
          </Trans>
        ) : (
          <Trans>from {source}</Trans>
        )}
      </p>
      <SummaryList className={styles.list}>
        <SummaryRow
          term={<Trans>To</Trans>}
          note={recipient && <Account recipient={recipient} />}
          action={
            recipient && (
              <Link to={paths.recipient(recipient.id)} aria-label={t`Show the recipient`}>
                <Trans>Show</Trans>
              </Link>
            )
          }
        >
          {recipient ? (
            recipient.name || recipient.alias
          ) : (
            <Trans>
              Recipient {transfer.destination_account_id}, no longer known to the service
            </Trans>
          )}
        </SummaryRow>
        <SummaryRow term={<Trans>Number</Trans>} action={<CopyButton text={transfer.id} />}>
          {transfer.id}
        </SummaryRow>
      </SummaryList>
      <div className={styles.actions}>
        <SendAgain transfer={transfer} countryName={recipient?.country_name ?? null} />
      </div>
    </Card>
  );
}

type Recipient = NonNullable<TransferDetail['recipient']>;

function Account({ recipient }: { recipient: Recipient }) {
  const { bank_name, account_tail, country_name } = recipient;
  return (
    <>
      {bank_name} {account_tail && <Tail end={account_tail} />}
      {country_name && <div>{country_name}</div>}
    </>
  );
}

/** What the two amounts come to; the service tells no rate with a transfer (contract 2.2). */
function useImpliedRate(transfer: Transfer): string | undefined {
  const { locale } = useFormat();
  const { divisor } = useMoney();
  const source = divisor(transfer.source_amount_currency);
  const destination = divisor(transfer.destination_amount_currency);
  if (source === undefined || destination === undefined) return undefined;
  const rate = impliedRate(
    transfer.source_amount_cents,
    source,
    transfer.destination_amount_cents,
    destination,
    5,
  );
  return rate ? writeRate(rate, locale) : undefined;
}

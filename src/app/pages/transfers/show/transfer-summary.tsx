import { Trans, useLingui } from '@lingui/react/macro';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { paths } from '../../../router/paths.ts';
import { MoneyText } from '../../../transfers/money-text.tsx';
import { WhoGets } from '../../../transfers/who-gets.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Row } from '../../../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import { MoreMenu } from './more-menu.tsx';
import { RateRows } from './rate-rows.tsx';
import { RecipientAccount } from './recipient-account.tsx';
import { SendAgain } from './send-again.tsx';
import styles from './transfer.module.css';

export type TransferSummaryProps = { detail: TransferDetail };

/** What is sent, to whom, at what rate, and what can be done with it. */
export function TransferSummary({ detail }: TransferSummaryProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { whole } = useMoment();
  const { transfer, recipient, missing, sender } = detail;
  const source = money(transfer.source_amount_cents, transfer.source_amount_currency);

  return (
    <Card as="section">
      <div className={styles.top}>
        <p className={styles.quiet}>
          <WhoGets alias={recipient?.alias} state={transfer.state} />
        </p>
        <MoreMenu transfer={transfer} recipient={recipient} />
      </div>
      <MoneyText
        text={money(transfer.destination_amount_cents, transfer.destination_amount_currency)}
      />
      <p className={styles.quiet}>
        <Trans>from {source}</Trans>
      </p>
      <SummaryList className={styles.list}>
        <RateRows detail={detail} at={whole} />
        <SummaryRow
          term={<Trans>To</Trans>}
          note={
            <>
              {recipient && <RecipientAccount recipient={recipient} />}
              <MissingPart missing={missing} />
            </>
          }
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
          ) : missing.includes('recipient') ? (
            <Trans>Recipient {transfer.destination_account_id}</Trans>
          ) : (
            <Trans>
              Recipient {transfer.destination_account_id}, no longer known to the service
            </Trans>
          )}
        </SummaryRow>
        {sender && (
          <SummaryRow term={<Trans>Sender</Trans>} note={<bdi>{sender.email}</bdi>}>
            <bdi>{sender.name}</bdi>
          </SummaryRow>
        )}
        <SummaryRow term={<Trans>Number</Trans>} action={<CopyButton text={transfer.id} />}>
          {transfer.id}
        </SummaryRow>
      </SummaryList>
      <Row className={styles.actions}>
        <Button onClick={() => window.print()}>
          <Trans>Receipt</Trans>
        </Button>
        <SendAgain transfer={transfer} countryName={recipient?.country_name ?? null} />
      </Row>
    </Card>
  );
}

/** What of the recipient is not there for now, and comes back. */
function MissingPart({ missing }: Pick<TransferDetail, 'missing'>) {
  const [part] = missing;
  if (part === undefined) return null;
  return (
    <div>
      {part === 'bank' ? (
        <Trans>The bank’s name can’t be read right now.</Trans>
      ) : (
        <Trans>The recipient’s details can’t be read right now.</Trans>
      )}
    </div>
  );
}

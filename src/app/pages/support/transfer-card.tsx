import { Trans } from '@lingui/react/macro';
import type { TransferDetail } from '../../../contract/api/transfer.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../paths.ts';
import { Ago } from '../../ui/ago.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Row } from '../../ui/row.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { SummaryList } from '../../ui/summary-list.tsx';
import { SummaryRow } from '../../ui/summary-row.tsx';
import styles from './support.module.css';

export type TransferCardProps = { detail: TransferDetail };

/** The transfer in short, and when this app first saw the state it is in. */
export function TransferCard({
  detail: { transfer, recipient, timeline, as_of },
}: TransferCardProps) {
  const { money } = useMoney();
  const { dateTime } = useFormat();
  const seen = timeline.find(({ state }) => state === transfer.state)?.seen_at;

  return (
    <Card as="section">
      <Row between>
        <h2>
          <Trans>Transfer {transfer.id}</Trans>
        </h2>
        <StatusBadge state={transfer.state} />
      </Row>
      <p className={styles.quiet}>
        {recipient ? <Trans>{recipient.alias} gets</Trans> : <Trans>They get</Trans>}
      </p>
      <MoneyText
        text={money(transfer.destination_amount_cents, transfer.destination_amount_currency)}
      />
      <SummaryList className={styles.list}>
        <SummaryRow term={<Trans>Sent</Trans>}>
          {money(transfer.source_amount_cents, transfer.source_amount_currency)}
        </SummaryRow>
        <SummaryRow term={<Trans>In this state</Trans>}>
          {seen ? (
            <Trans>First seen here {dateTime(seen)}</Trans>
          ) : (
            <Trans>Not seen by this app</Trans>
          )}
        </SummaryRow>
        <SummaryRow term={<Trans>Checked</Trans>}>
          <Ago at={as_of} />
        </SummaryRow>
      </SummaryList>
      <ButtonLink wide to={paths.transfer(transfer.id)}>
        <Trans>Open the transfer</Trans>
      </ButtonLink>
    </Card>
  );
}

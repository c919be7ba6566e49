import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Order } from '../../contract/api/order.ts';
import { verbatim } from '../i18n/trans.ts';
import { useMoney } from '../i18n/use-money.ts';
import { paths } from '../router/paths.ts';
import { Icon } from '../ui/icon.tsx';
import { RecordList, RecordRow } from '../ui/record-list.tsx';
import styles from './scheduled-rows.module.css';

type ScheduledRow = {
  order: Order;
  lead?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
};

type ScheduledRowsProps = {
  rows: readonly ScheduledRow[];
  label: string;
  /** False for support, who have no page of what is scheduled. */
  bySender?: boolean;
};

/** What is sent on days, in rows, with how much, and that it is not sent yet. */
export function ScheduledRows({ rows, label, bySender = true }: ScheduledRowsProps) {
  const { money } = useMoney();
  return (
    <RecordList aria-label={label}>
      {rows.map(({ order, ...words }) => (
        <RecordRow
          key={order.id}
          {...words}
          to={
            bySender && order.state === 'waiting' ? paths.scheduled() : paths.sendOutcome(order.id)
          }
          figure={verbatim(money(order.source_amount_cents, order.source_amount_currency))}
          figureNote={<State order={order} />}
        />
      ))}
    </RecordList>
  );
}

function State({ order: { state, waits_for } }: { order: Order }): ReactNode {
  if (state === 'needs_you') {
    return (
      <span className={styles.asks}>
        <Icon name="warning" />
        <Trans>Needs a decision</Trans>
      </span>
    );
  }
  return (
    <>
      <Icon name="clock" />
      {state === 'releasing' ? (
        <Trans>Being sent</Trans>
      ) : waits_for === 'person' ? (
        <Trans>Paused</Trans>
      ) : waits_for === 'approval' ? (
        <Trans>Waits for approval</Trans>
      ) : (
        <Trans>Not sent yet</Trans>
      )}
    </>
  );
}

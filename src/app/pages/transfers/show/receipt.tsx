import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { sessionQuery, settingsQuery } from '../../../api/session.ts';
import { Logo } from '../../../brand/logo.tsx';
import { useMoney } from '../../../i18n/use-money.ts';
import { StateName } from '../../../transfers/state-name.tsx';
import { WhoGets } from '../../../transfers/who-gets.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import { RateRows } from './rate-rows.tsx';
import styles from './receipt.module.css';
import { RecipientAccount } from './recipient-account.tsx';
import { useStamp } from './use-stamp.ts';

export type ReceiptProps = {
  detail: TransferDetail;
  /** When the state was last checked. */
  checkedAt: string;
};

/** What is printed in place of the page: all of the transfer, and how far it proves anything. */
export function Receipt({ detail, checkedAt }: ReceiptProps) {
  const { money } = useMoney();
  const stamp = useStamp();
  const { sandbox } = useSuspenseQuery(settingsQuery).data;
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { transfer, recipient, timeline } = detail;
  const checked = stamp(checkedAt);

  return (
    <article className={styles.receipt}>
      <header className={styles.head}>
        <Logo large />
        <h2>
          <Trans>Receipt</Trans>
        </h2>
      </header>
      {sandbox && (
        <p className={styles.proof}>
          <Trans>Sandbox: nothing here moves real money</Trans>
        </p>
      )}
      <p>
        <Trans>
          <strong>
            <StateName state={transfer.state} />
          </strong>
          , checked {checked}
        </Trans>
      </p>
      <p className={styles.proof}>
        <Proof state={transfer.state} />
      </p>
      <SummaryList>
        <SummaryRow term={<Trans>Number</Trans>}>{transfer.id}</SummaryRow>
        {/* Whose transfer it is isn't known here: a team shares them, and support sees all. */}
        <SummaryRow
          term={<Trans>Receipt for</Trans>}
          note={<Trans>Printed {stamp(new Date().toISOString())}</Trans>}
        >
          {user.name}
        </SummaryRow>
        <SummaryRow term={<Trans>Sent</Trans>}>
          {money(transfer.source_amount_cents, transfer.source_amount_currency)}
        </SummaryRow>
        <SummaryRow term={<WhoGets alias={recipient?.alias} state={transfer.state} />}>
          <strong>
            {money(transfer.destination_amount_cents, transfer.destination_amount_currency)}
          </strong>
        </SummaryRow>
        <RateRows detail={detail} at={stamp} />
        <SummaryRow
          term={<Trans>To</Trans>}
          note={recipient && <RecipientAccount recipient={recipient} />}
        >
          {recipient ? (
            recipient.name || recipient.alias
          ) : (
            <Trans>Recipient {transfer.destination_account_id}</Trans>
          )}
        </SummaryRow>
        {timeline.map(({ state, seen_at }) => (
          <SummaryRow key={state} term={<StateName state={state} />}>
            {seen_at ? stamp(seen_at) : <Trans>Not seen by this app.</Trans>}
          </SummaryRow>
        ))}
      </SummaryList>
      <p>
        <Trans>Times show when we first noticed each step.</Trans>
      </p>
    </article>
  );
}

function Proof({ state }: { state: string }) {
  switch (state) {
    case 'executed':
      return <Trans>The service says that it carried this transfer out.</Trans>;
    case 'rejected':
      return <Trans>The service did not carry this transfer out.</Trans>;
    default:
      return <Trans>This is not a proof that the money has arrived.</Trans>;
  }
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Send } from '../../../../contract/api/send.ts';
import { isFinal } from '../../../../contract/transfer-state.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { SupportContact } from '../../../layouts/support-contact.tsx';
import { useLiveTransfers } from '../../../live/use-live-transfers.ts';
import { paths } from '../../../router/paths.ts';
import { MoneyText } from '../../../transfers/money-text.tsx';
import { StatusBadge } from '../../../transfers/status-badge.tsx';
import { WhoGets } from '../../../transfers/who-gets.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row } from '../../../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import { RelatedSends, SupportNote } from './attempt-card.tsx';
import styles from './outcome.module.css';

export type SentProps = {
  send: Send;
  /** Support reads it; another one is the sender's to send. */
  bySender: boolean;
};

/** The service has taken it: its number, and what happens next. */
export function Sent({ send, bySender }: SentProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { dateTime } = useFormat();
  const alias = useQuery(accountQuery(send.destination_account_id)).data?.alias;
  const number = send.transfer_id ?? '';
  useLiveTransfers();
  const transfer = useQuery({ ...transferQuery(number), enabled: number !== '' }).data?.transfer;

  // Whoever stays on this page, or comes back to it, reads how it ended.
  const ended = transfer !== undefined && isFinal(transfer.state);
  const estimate = send.quote?.destination_amount_cents;
  const arrives = transfer?.destination_amount_cents ?? estimate;
  const gets = (cents: bigint) => money(cents, send.destination_amount_currency);

  return (
    <>
      {transfer?.state === 'rejected' && <Rejected number={number} bySender={bySender} />}
      <Card>
        <p className={styles.quiet}>
          <WhoGets alias={alias} state={transfer?.state} />
        </p>
        {arrives !== undefined && <MoneyText text={gets(arrives)} />}
        {transfer && estimate !== undefined && arrives !== estimate && (
          <p className={styles.quiet}>
            <Trans>The estimate was {gets(estimate)}; the rate was set as it was sent.</Trans>
          </p>
        )}
        <SummaryList className={styles.list}>
          {transfer && (
            <SummaryRow term={<Trans>State</Trans>}>
              <span role="status">
                <StatusBadge state={transfer.state} />
              </span>
            </SummaryRow>
          )}
          <SummaryRow
            term={<Trans>Number</Trans>}
            action={<CopyButton text={number}>{t`Copy`}</CopyButton>}
          >
            {number}
          </SummaryRow>
          <SummaryRow
            term={bySender ? <Trans>You sent</Trans> : <Trans>Sent</Trans>}
            note={dateTime(send.created_at)}
          >
            {money(send.source_amount_cents, send.source_amount_currency)}
          </SummaryRow>
          {send.sender && (
            <SummaryRow term={<Trans>Sender</Trans>} note={send.sender.email}>
              {send.sender.name}
            </SummaryRow>
          )}
        </SummaryList>
        {send.colleague && (
          <p className={styles.quiet}>
            <Trans>Started by {send.colleague}</Trans>
          </p>
        )}
        <RelatedSends send={send} />
        <SupportNote send={send} />
      </Card>
      {!ended && (
        <p>
          <Trans>
            Next, a payment partner pays it out. You can follow it on the transfer’s page.
          </Trans>
        </p>
      )}
      <Row>
        <ButtonLink variant="main" to={paths.transfer(number)}>
          {ended ? (
            <Trans>Show transfer {send.transfer_id}</Trans>
          ) : (
            <Trans>Follow this transfer</Trans>
          )}
        </ButtonLink>
        {bySender && (
          <ButtonLink to={paths.quote()}>
            <Trans>Send another</Trans>
          </ButtonLink>
        )}
      </Row>
    </>
  );
}

type RejectedProps = { number: string; bySender: boolean };

/** The title says that nobody was paid; here is what to do about it. */
function Rejected({ number, bySender }: RejectedProps) {
  const { t } = useLingui();
  if (!bySender) {
    return (
      <Notice tone="stop" title={<Trans>The service gave no reason</Trans>}>
        <p>
          <Trans>Ask it what happens to the money.</Trans>
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="stop" title={<Trans>Ask support about your money</Trans>}>
      <p>
        <Trans>
          The payment service rejected transfer {number} and gave no reason. Check the recipient’s
          details before you send again.
        </Trans>
      </p>
      <SupportContact about={t`Transfer ${number}`} />
    </Notice>
  );
}

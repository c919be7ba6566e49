import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Send } from '../../../../contract/api/send.ts';
import { isFinal } from '../../../../contract/transfer-state.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { useLiveTransfers } from '../../../live/use-live-transfers.ts';
import { paths } from '../../../router/paths.ts';
import { SenderRow } from '../../../transfers/from-sender.tsx';
import { MoneyText } from '../../../transfers/money-text.tsx';
import { NotesRows } from '../../../transfers/notes-rows.tsx';
import { AmountHead } from '../../../transfers/person-head.tsx';
import { SendNotes } from '../../../transfers/send-notes.tsx';
import { StatusBadge } from '../../../transfers/status-badge.tsx';
import { WhoGets } from '../../../transfers/who-gets.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import { notesOf, RecipientAvatar } from './attempt-card.tsx';
import styles from './outcome.module.css';

type SentProps = {
  send: Send;
  /** False for support. */
  bySender: boolean;
};

/**
 * The service accepted the transfer: its number and the way to its page. A sender sees it only while that page
 * can't be shown.
 */
export function Sent({ send, bySender }: SentProps) {
  const { money } = useMoney();
  const { whole } = useMoment();
  const account = useQuery(accountQuery(send.destination_account_id)).data;
  const number = send.transfer_id ?? '';
  useLiveTransfers();
  const transfer = useQuery({ ...transferQuery(number), enabled: number !== '' }).data?.transfer;

  // The page is live, so it may show the final state.
  const ended = transfer !== undefined && isFinal(transfer.state);
  const estimate = send.quote?.destination_amount_cents;
  const arrives = transfer?.destination_amount_cents ?? estimate;
  const gets = (cents: bigint) => money(cents, send.destination_amount_currency);

  return (
    <>
      <Card>
        <AmountHead
          avatar={
            <RecipientAvatar id={send.destination_account_id} account={account} size="large" />
          }
          label={<WhoGets alias={account?.alias} state={transfer?.state} />}
        >
          {arrives !== undefined && <MoneyText text={gets(arrives)} />}
        </AmountHead>
        {transfer && estimate !== undefined && arrives !== estimate && (
          <p className={styles.estimate}>
            <Trans>
              The estimate was {gets(estimate)}. The final rate was set when it was sent.
            </Trans>
          </p>
        )}
        <SummaryList ends className={styles.list}>
          {transfer && (
            <SummaryRow term={<Trans>Status</Trans>}>
              <span role="status">
                <StatusBadge state={transfer.state} />
              </span>
            </SummaryRow>
          )}
          <SummaryRow
            term={bySender && !send.colleague ? <Trans>You sent</Trans> : <Trans>Sent</Trans>}
            note={whole(send.created_at)}
          >
            {verbatim(money(send.source_amount_cents, send.source_amount_currency))}
          </SummaryRow>
          {send.sender && <SenderRow sender={send.sender} />}
          <SummaryRow term={<Trans>Number</Trans>} action={<CopyButton text={number} />}>
            {verbatim(number)}
          </SummaryRow>
          <NotesRows {...notesOf(send, bySender)} />
        </SummaryList>
        <SendNotes send={send} />
      </Card>
      <ButtonLink variant="main" wide to={paths.transfer(number)}>
        {ended ? (
          <span>
            <Trans>Show transfer {send.transfer_id}</Trans>
          </span>
        ) : (
          <Trans>Follow this transfer</Trans>
        )}
      </ButtonLink>
    </>
  );
}

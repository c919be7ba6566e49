import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { Send } from '../../../../contract/api/send.ts';
import { referenceOf } from '../../../../contract/api/send-key.ts';
import { Avatar } from '../../../accounts/avatar.tsx';
import { accountQuery } from '../../../api/accounts.ts';
import { useServiceAmounts } from '../../../i18n/service-amounts.ts';
import { verbatim, withVerbatim, words } from '../../../i18n/trans.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { paths } from '../../../router/paths.ts';
import { FromSender } from '../../../transfers/from-sender.tsx';
import { PersonHead } from '../../../transfers/person-head.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import styles from './outcome.module.css';

type AttemptCardProps = {
  send: Send;
  /** False for support. */
  bySender: boolean;
  /** Rows above the reference: what is known by now. */
  children?: ReactNode;
};

/** What was tried: amount, recipient, time, estimate, reference. */
export function AttemptCard({ send, bySender, children }: AttemptCardProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { dateTime } = useFormat();
  const account = useQuery(accountQuery(send.destination_account_id)).data;
  const serviceAmounts = useServiceAmounts();
  const { text, values } = serviceAmounts(send.service_message ?? '', send.source_amount_currency);
  const reason = words(send.service_message);
  const at = dateTime(send.created_at);
  const reference = referenceOf(send.key);
  const sends = money(send.source_amount_cents, send.source_amount_currency);
  const alias = account?.alias ?? t`Recipient ${send.destination_account_id}`;
  return (
    <Card>
      <PersonHead
        avatar={<RecipientAvatar id={send.destination_account_id} account={account} />}
        name={
          <Trans>
            {sends} to {alias}
          </Trans>
        }
      >
        <p>
          {bySender && send.colleague === undefined ? <Trans>You pressed Send {at}</Trans> : at}
        </p>
        {send.sender && (
          <p>
            <FromSender sender={send.sender} />
          </p>
        )}
        {send.colleague && (
          <p>
            <Trans>Started by {send.colleague}</Trans>
          </p>
        )}
      </PersonHead>
      <RelatedSends send={send} />
      <SummaryList ends className={styles.list}>
        {send.quote && (
          <SummaryRow term={<Trans>Estimated</Trans>}>
            {verbatim(money(send.quote.destination_amount_cents, send.destination_amount_currency))}
          </SummaryRow>
        )}
        {children}
        <SummaryRow term={<Trans>Reference</Trans>} action={<CopyButton text={reference} />}>
          {verbatim(reference)}
        </SummaryRow>
      </SummaryList>
      {saysMore(send) && (
        <p className={styles.word}>
          <Trans>The payment service said: “{reason}”</Trans>
          {text && <> {withVerbatim(text, ...values)}</>}
        </p>
      )}
    </Card>
  );
}

type RecipientAvatarProps = {
  id: string;
  /** Undefined while it could not be read. */
  account: DestinationAccount | undefined;
  size?: 'large' | undefined;
};

export function RecipientAvatar({ id, account, size }: RecipientAvatarProps) {
  return (
    <Avatar id={id} alias={account?.alias ?? null} code={account?.country?.code} size={size} />
  );
}

/** Whether to quote the service: not if our reason says the same. */
function saysMore({ reason, service_message }: Send): boolean {
  const isSaid = reason === 'rate-not-available' || reason === 'account-not-found';
  return service_message !== null && !isSaid;
}

/** Links to the earlier send that the person knew of when they sent again. */
export function RelatedSends({ send: { after_unresolved, after_sent } }: { send: Send }) {
  return (
    <>
      {after_unresolved !== null && (
        <p>
          <Link to={paths.sendOutcome(after_unresolved)}>
            <Trans>Sent again: the earlier transfer was not confirmed</Trans>
          </Link>
        </p>
      )}
      {after_sent !== null && (
        <p>
          <Link to={paths.sendOutcome(after_sent)}>
            <Trans>Sent again: the same transfer was sent shortly before</Trans>
          </Link>
        </p>
      )}
    </>
  );
}

/** Support's reason for the resolution, and for support who resolved it; nothing if support did not. */
export function SupportNote({ send }: { send: Send }) {
  if (send.settled_reason === null) return null;
  return (
    <>
      <p className={styles.word}>
        <Trans>
          <b>Support:</b> {words(send.settled_reason)}
        </Trans>
      </p>
      {send.decision && <DecidedBy {...send.decision} />}
    </>
  );
}

function DecidedBy({ by, at }: NonNullable<Send['decision']>) {
  const { dateTime } = useFormat();
  const name = verbatim(by);
  const when = dateTime(at);
  return (
    <p className={styles.quiet}>
      <Trans>
        Resolved by {name}, {when}
      </Trans>
    </p>
  );
}

/** The check page's parameters for the same figures, without a key: the check generates a new one. */
export function useResendParams(send: Send) {
  const account = useQuery(accountQuery(send.destination_account_id)).data;
  const country_id = account?.country?.id;
  if (!account || country_id === undefined) return undefined;
  return {
    source_amount_cents: send.source_amount_cents.toString(),
    source_amount_currency: send.source_amount_currency,
    destination_amount_currency: send.destination_amount_currency,
    country_id,
    destination_account_id: account.id,
  };
}

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Send } from '../../../../contract/api/send.ts';
import { referenceOf } from '../../../../contract/api/send-key.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { paths } from '../../../router/paths.ts';
import { FromSender } from '../../../transfers/from-sender.tsx';
import { MoneyText } from '../../../transfers/money-text.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import styles from './outcome.module.css';

export type AttemptCardProps = { send: Send; children?: ReactNode };

/** What was tried: how much, to whom, when. */
export function AttemptCard({ send, children }: AttemptCardProps) {
  const { money } = useMoney();
  const { dateTime } = useFormat();
  const alias = useQuery(accountQuery(send.destination_account_id)).data?.alias;
  const at = dateTime(send.created_at);
  const reference = referenceOf(send.key);
  return (
    <Card>
      <p className={styles.quiet}>
        {alias ? (
          <Trans>To {alias}</Trans>
        ) : (
          <Trans>To recipient {send.destination_account_id}</Trans>
        )}
      </p>
      <MoneyText text={money(send.source_amount_cents, send.source_amount_currency)} />
      <p className={styles.quiet}>
        {send.quote ? (
          <Trans>
            {at}, for an estimated{' '}
            {money(send.quote.destination_amount_cents, send.destination_amount_currency)}
          </Trans>
        ) : (
          at
        )}
      </p>
      {send.sender && (
        <p className={styles.quiet}>
          <FromSender sender={send.sender} />
        </p>
      )}
      {send.colleague && (
        <p className={styles.quiet}>
          <Trans>Started by {send.colleague}</Trans>
        </p>
      )}
      <RelatedSends send={send} />
      <SummaryList className={styles.list}>
        <SummaryRow term={<Trans>Reference</Trans>} action={<CopyButton text={reference} />}>
          {reference}
        </SummaryRow>
      </SummaryList>
      {children && <div className={styles.under}>{children}</div>}
      {saysMore(send) && (
        <p className={styles.word}>
          <Trans>
            The service said: “<bdi>{send.service_message}</bdi>”
          </Trans>
        </p>
      )}
    </Card>
  );
}

/** Where the reason in our words stands for the service's own, those are not said beside it. */
function saysMore({ reason, service_message }: Send): boolean {
  const isSaid = reason === 'rate-not-available' || reason === 'account-not-found';
  return service_message !== null && !isSaid;
}

/** Leads to the earlier sendings of the same that the person knew of, and chose to send again after. */
export function RelatedSends({ send: { after_unresolved, after_sent } }: { send: Send }) {
  return (
    <>
      {after_unresolved !== null && (
        <p>
          <Link to={paths.sending(after_unresolved)}>
            <Trans>Sent again after an earlier one without a known outcome</Trans>
          </Link>
        </p>
      )}
      {after_sent !== null && (
        <p>
          <Link to={paths.sending(after_sent)}>
            <Trans>Sent again after the same was just sent</Trans>
          </Link>
        </p>
      )}
    </>
  );
}

/** Why support resolved it as it is, in their own words; nothing where they did not. */
export function SupportNote({ send }: { send: Send }) {
  if (send.settled_reason === null) return null;
  return (
    <p className={styles.word}>
      <Trans>
        <b>Support:</b> {send.settled_reason}
      </Trans>
    </p>
  );
}

/** The check page's parameters for the same figures, without a key: it gets another one there. */
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

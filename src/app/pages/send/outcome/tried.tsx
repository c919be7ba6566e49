import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Send } from '../../../../contract/api/send.ts';
import { referenceOf } from '../../../../contract/api/send-key.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { FromSender } from '../../../transfers/from-sender.tsx';
import { MoneyText } from '../../../transfers/money-text.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import { AfterEarlier } from './after-earlier.tsx';
import styles from './outcome.module.css';

export type TriedProps = { send: Send; children?: ReactNode };

/** Where the reason in our words stands for the service's own, those are not said beside it. */
function saysMore({ reason, service_message }: Send): boolean {
  const isSaid = reason === 'rate-not-available' || reason === 'account-not-found';
  return service_message !== null && !isSaid;
}

/** What was tried: how much, to whom, when. */
export function Tried({ send, children }: TriedProps) {
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
      <AfterEarlier send={send} />
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

import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../contract/api/send.ts';
import { fromLookUp } from '../../from-look-up.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../router/paths.ts';
import { FromSender } from '../../transfers/from-sender.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RecordRow } from '../../ui/record-row.tsx';
import styles from './support.module.css';

export type OpenSendRowProps = { send: Send; needsSupport: boolean };

/** One sending of the queue: how much, to whom, how old, and who is to do something about it. */
export function OpenSendRow({ send, needsSupport }: OpenSendRowProps) {
  const { money } = useMoney();
  const { alias, sender, look_alikes } = send;
  return (
    <RecordRow
      to={paths.sending(send.key)}
      state={fromLookUp}
      title={money(send.source_amount_cents, send.source_amount_currency)}
      note={
        <>
          {alias ? (
            <Trans>To {alias}</Trans>
          ) : (
            <Trans>To recipient {send.destination_account_id}</Trans>
          )}
          {sender && (
            <>
              <br />
              <FromSender sender={sender} />
            </>
          )}
          {look_alikes && (
            <>
              <br />
              <Trans>A transfer like this one turned up later: {look_alikes.join(', ')}</Trans>
            </>
          )}
        </>
      }
      figure={
        needsSupport ? (
          <span className={styles.needed}>
            <Icon name="warning" />
            <Trans>Needs you</Trans>
          </span>
        ) : (
          <span className={styles.looking}>
            <Icon name="clock" />
            <Trans>Being checked</Trans>
          </span>
        )
      }
      figureNote={<Ago at={send.created_at} />}
    />
  );
}

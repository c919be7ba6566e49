import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { Send } from '../../../contract/api/send.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../paths.ts';
import styles from './again-choice.module.css';
import { useReason } from './outcome/use-reason.ts';

export type EarlierSendProps = { send: Send; alias: string };

/** When it was, what was tried, what was seen, and the way to it. */
export function EarlierSend({ send, alias }: EarlierSendProps) {
  const { money } = useMoney();
  const { dateTime } = useFormat();
  const reason = useReason(send.reason);
  const sends = money(send.source_amount_cents, send.source_amount_currency);
  return (
    <div className={styles.one}>
      <h3>
        <Trans>The earlier one, {dateTime(send.created_at)}</Trans>
      </h3>
      <p>
        <Trans>
          {sends} to {alias}
        </Trans>
      </p>
      <p className={styles.quiet}>
        <Trans>{reason} Support settles it.</Trans>
      </p>
      <p>
        <Link to={paths.sending(send.key)}>
          <Trans>Show that sending</Trans>
        </Link>
      </p>
    </div>
  );
}

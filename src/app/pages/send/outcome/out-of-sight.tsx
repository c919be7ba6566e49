import { Trans } from '@lingui/react/macro';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useBeingSent } from '../../../open-sends/use-being-sent.ts';
import { MoneyText } from '../../../transfers/money-text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './outcome.module.css';

export type OutOfSightProps = { error: Error | null };

/** Giro itself can't be asked what became of it. */
export function OutOfSight({ error }: OutOfSightProps) {
  const failureMessage = useFailureMessage();
  const { amount, recipient: alias } = useBeingSent() ?? {};
  return (
    <>
      {amount && (
        <Card>
          <p className={styles.quiet}>
            <Trans>To {alias}</Trans>
          </p>
          <MoneyText text={amount} />
        </Card>
      )}
      <Notice tone="wait" title={<Trans>Please don’t send it again</Trans>}>
        {error && <p>{failureMessage(error)}</p>}
        <p>
          <Trans>We look again every few seconds. The result appears here.</Trans>
        </p>
      </Notice>
    </>
  );
}

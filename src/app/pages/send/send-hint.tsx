import { Trans } from '@lingui/react/macro';
import styles from './check-step.module.css';

/** What has to be there before Send can be pressed. */
export type Missing = 'network' | 'recipient' | 'address' | 'estimate' | 'outcome' | 'choice';

export type SendHintProps = { id: string; missing: Missing | null };

/** Describes the button: why it can't be pressed, or what pressing it means. */
export function SendHint({ id, missing }: SendHintProps) {
  return (
    <p id={id} className={styles.hint}>
      <Words missing={missing} />
    </p>
  );
}

function Words({ missing }: Pick<SendHintProps, 'missing'>) {
  switch (missing) {
    case 'network':
      return <Trans>You’re offline. You can send as soon as you are connected.</Trans>;
    case 'estimate':
      return <Trans>It can be sent as soon as there is an estimate.</Trans>;
    case 'outcome':
      return <Trans>You can send once we know the result of the first one.</Trans>;
    case 'recipient':
      return <Trans>To send, confirm the new details above first.</Trans>;
    case 'choice':
      return <Trans>To send again, tick the box above first.</Trans>;
    case 'address':
      return <Trans>Add the wallet's address first.</Trans>;
    case null:
      return (
        <Trans>
          A transfer can’t be taken back. We send it once, whatever happens to your connection.
        </Trans>
      );
  }
}

import { Trans } from '@lingui/react/macro';
import styles from './check-step.module.css';

/** What has to be there before Send can be pressed. */
export type Missing = 'estimate' | 'outcome' | 'choice';

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
    case 'estimate':
      return <Trans>It can be sent as soon as there is an estimate.</Trans>;
    case 'outcome':
      return <Trans>It can be sent when it is known what became of the one under way.</Trans>;
    case 'choice':
      return <Trans>To send again, tick the box above first.</Trans>;
    case null:
      return (
        <Trans>
          A transfer can’t be taken back. We send it once, whatever happens to your connection.
        </Trans>
      );
  }
}

import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
import styles from './outcome.module.css';

export type SupportWordProps = { send: Send };

/** Why support settled it as it is, in their own words; nothing where they did not. */
export function SupportWord({ send }: SupportWordProps) {
  if (send.settled_reason === null) return null;
  return (
    <p className={styles.word}>
      <Trans>
        <b>Support:</b> {send.settled_reason}
      </Trans>
    </p>
  );
}

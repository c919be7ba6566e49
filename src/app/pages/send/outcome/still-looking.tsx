import { Trans } from '@lingui/react/macro';
import { looksFor } from '../../../../contract/api/send-states.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { clockNow } from '../../../ui/clock.ts';
import styles from './settling.module.css';

export type StillLookingProps = {
  id: string;
  /** When the sending began, ISO 8601. */
  since: string;
};

/** Why nobody can say yet that it was not sent. */
export function StillLooking({ id, since }: StillLookingProps) {
  const { time } = useFormat();
  const until = Date.parse(since) + looksFor;
  const at = time(new Date(until).toISOString());
  return (
    <p id={id} className={styles.quiet}>
      {until > clockNow() ? (
        <Trans>
          It is still being looked for until {at}. Only then can it be settled as not sent.
        </Trans>
      ) : (
        <Trans>
          It is looked for once more as soon as the service answers, and left to you then.
        </Trans>
      )}
    </p>
  );
}

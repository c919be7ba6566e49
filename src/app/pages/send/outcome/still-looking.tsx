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
        <Trans>We’re checking until {at}. Only then can you say that it was not sent.</Trans>
      ) : (
        <Trans>We’ll check once more when the service answers. Then it is yours to resolve.</Trans>
      )}
    </p>
  );
}

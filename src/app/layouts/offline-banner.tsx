import { Trans } from '@lingui/react/macro';
import { useOnline } from '../live/use-online.ts';
import styles from './offline-banner.module.css';

/** Says on every page that there is no network, before anybody presses a button in vain. */
export function OfflineBanner() {
  const isOnline = useOnline();
  // Always there, so that what comes into it is read out.
  return (
    <div role="status" className={styles.place}>
      {!isOnline && (
        <p className={styles.banner}>
          <Trans>You’re offline</Trans>
        </p>
      )}
    </div>
  );
}

import { Trans } from '@lingui/react/macro';
import { useNavigation } from 'react-router-dom';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './pending-bar.module.css';

/** A thin line at the top while the next page is on its way; unseen for the first 200 ms. */
export function PendingBar() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div className={styles.bar}>
      <VisuallyHidden role="status">
        <Trans>Loading</Trans>
      </VisuallyHidden>
    </div>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router-dom';
import { paths } from '../../router/paths.ts';
import { Link } from '../../ui/link.tsx';
import styles from './support.module.css';

/** The two pages of support's work: finding, and what was decided. */
export function SupportTabs() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const isResolved = pathname.startsWith(paths.resolved());
  return (
    <nav aria-label={t`Support`} className={styles.tabs}>
      <Link
        to={paths.support()}
        className={styles.tab}
        aria-current={isResolved ? undefined : 'page'}
      >
        <Trans>Look up</Trans>
      </Link>
      <Link
        to={paths.resolved()}
        className={styles.tab}
        aria-current={isResolved ? 'page' : undefined}
      >
        <Trans>Resolved</Trans>
      </Link>
    </nav>
  );
}

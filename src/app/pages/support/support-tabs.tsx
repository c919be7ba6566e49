import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router-dom';
import { paths } from '../../router/paths.ts';
import { Link } from '../../ui/link.tsx';
import styles from './support.module.css';

/** The pages of support's work: finding, what is to be decided, and what was. */
export function SupportTabs() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const tabs = [
    { to: paths.support(), label: t`Look up` },
    { to: paths.cases(), label: t`Cases` },
    { to: paths.resolved(), label: t`Resolved` },
  ];
  return (
    <nav aria-label={t`Support`} className={styles.tabs}>
      {tabs.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className={styles.tab}
          aria-current={pathname.replace(/(.)\/$/, '$1') === to ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

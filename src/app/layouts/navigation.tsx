import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router-dom';
import type { Role } from '../../contract/api/session.ts';
import { Link } from '../ui/link.tsx';
import styles from './navigation.module.css';
import { places } from './places.ts';

export type NavigationProps = { role: Role };

/** Tabs at the bottom of a phone, a list at the side of a wide screen. */
export function Navigation({ role }: NavigationProps) {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  return (
    <nav aria-label={t`Main`} className={styles.nav}>
      {places[role].map(({ to, label, holds }) => (
        <Link
          key={to}
          to={to}
          aria-current={holds.test(pathname) ? 'page' : undefined}
          className={styles.place}
        >
          {i18n._(label)}
        </Link>
      ))}
    </nav>
  );
}

import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router-dom';
import type { Role } from '../../contract/api/session.ts';
import { isFromLookUp } from '../router/from-look-up.ts';
import { paths } from '../router/paths.ts';
import { Link } from '../ui/link.tsx';
import styles from './navigation.module.css';
import { type Place, places } from './places.ts';

export type NavigationProps = { role: Role };

/** Tabs at the bottom of a phone, a list at the side of a wide screen. */
export function Navigation({ role }: NavigationProps) {
  const { t, i18n } = useLingui();
  const { pathname, state } = useLocation();
  // What was opened from Look up belongs to it.
  const isLookUp = isFromLookUp(state);
  const isAt = ({ to, holds }: Place) => (isLookUp ? to === paths.support() : holds.test(pathname));
  return (
    <nav aria-label={t`Main`} className={styles.nav}>
      {places[role].map((place) => (
        <Link
          key={place.to}
          to={place.to}
          aria-current={isAt(place) ? 'page' : undefined}
          className={styles.place}
        >
          {i18n._(place.label)}
        </Link>
      ))}
    </nav>
  );
}

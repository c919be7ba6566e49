import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router-dom';
import type { Role } from '../../contract/api/session.ts';
import { paths } from '../paths.ts';
import styles from './navigation.module.css';

type Place = {
  to: string;
  label: MessageDescriptor;
  /** The addresses that belong to it: itself, and whatever lies under it. */
  holds: RegExp;
};

const quote: Place = { to: paths.quote(), label: msg`Quote`, holds: /^\/(send)?$/ };
const lookUp: Place = { to: paths.support(), label: msg`Look up`, holds: /^\/support\/?$/ };
const health: Place = { to: paths.health(), label: msg`Health`, holds: /^\/support\/health\b/ };
const recipients: Place = {
  to: paths.recipients(),
  label: msg`Recipients`,
  holds: /^\/recipients\b/,
};
const transfers: Place = {
  to: paths.transfers(),
  label: msg`Transfers`,
  holds: /^\/(transfers|sends)\b/,
};

const places: Record<Role, Place[]> = {
  sender: [quote, recipients, transfers],
  support: [lookUp, transfers, recipients, health],
};

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

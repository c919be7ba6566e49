import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router-dom';
import type { Role } from '../../contract/api/session.ts';
import { isFromLookUp } from '../router/from-look-up.ts';
import { paths } from '../router/paths.ts';
import { Link } from '../ui/link.tsx';
import styles from './navigation.module.css';

type NavItem = {
  to: string;
  label: MessageDescriptor;
  /** The addresses that belong to it: itself, and whatever lies under it. */
  holds: RegExp;
};

const quote: NavItem = { to: paths.quote(), label: msg`Quote`, holds: /^\/(send)?$/ };
// Support comes to a sending by looking it up.
const lookUp: NavItem = {
  to: paths.support(),
  label: msg`Look up`,
  holds: /^\/(support\/?$|sends\b)/,
};
const health: NavItem = { to: paths.health(), label: msg`Health`, holds: /^\/support\/health\b/ };
const recipients: NavItem = {
  to: paths.recipients(),
  label: msg`Recipients`,
  holds: /^\/recipients\b/,
};
const transfers: NavItem = {
  to: paths.transfers(),
  label: msg`Transfers`,
  holds: /^\/(transfers|sends)\b/,
};
const allTransfers: NavItem = { ...transfers, holds: /^\/transfers\b/ };

/** Where the navigation leads, by role. */
export const navItems: Record<Role, NavItem[]> = {
  sender: [quote, recipients, transfers],
  support: [lookUp, allTransfers, recipients, health],
};

/** Tabs at the bottom of a phone, a list at the side of a wide screen. */
export function Navigation({ role }: { role: Role }) {
  const { t, i18n } = useLingui();
  const { pathname, state } = useLocation();
  // What was opened from Look up belongs to it.
  const isLookUp = isFromLookUp(state);
  const isAt = ({ to, holds }: NavItem) =>
    isLookUp ? to === paths.support() : holds.test(pathname);
  return (
    <nav aria-label={t`Main`} className={styles.nav}>
      {navItems[role].map((item) => (
        <Link
          key={item.to}
          to={item.to}
          aria-current={isAt(item) ? 'page' : undefined}
          className={styles.item}
        >
          {i18n._(item.label)}
        </Link>
      ))}
    </nav>
  );
}

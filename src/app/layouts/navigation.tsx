import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router-dom';
import { isPendingTransfer } from '../../contract/api/pages.ts';
import type { Role } from '../../contract/api/session.ts';
import { sameForAll } from '../hydration/same-for-all.ts';
import { isFromLookUp } from '../router/entry-state.ts';
import { paths } from '../router/paths.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import styles from './navigation.module.css';

type NavItem = {
  to: string;
  label: MessageDescriptor;
  icon: IconName;
  /** The paths for which the item is the current one. */
  holds: RegExp;
};

const quote: NavItem = { to: paths.quote(), label: msg`Send`, icon: 'send', holds: /^\/(send)?$/ };
// Support opens a send from Look up, so `/sends` belongs to that item.
const lookUp: NavItem = {
  to: paths.support(),
  label: msg`Look up`,
  icon: 'search',
  holds: /^\/(support(\/?$|\/(people|cases|resolved)\b)|sends\b)/,
};
const health: NavItem = {
  to: paths.health(),
  label: msg`Health`,
  icon: 'pulse',
  holds: /^\/support\/health\b/,
};
const recipients: NavItem = {
  to: paths.recipients(),
  label: msg`Recipients`,
  icon: 'people',
  holds: /^\/recipients\b/,
};
const transfers: NavItem = {
  to: paths.transfers(),
  label: msg`Transfers`,
  icon: 'list',
  holds: /^\/(transfers|sends|scheduled|approve)\b/,
};
const allTransfers: NavItem = { ...transfers, holds: /^\/transfers\b/ };

const approvals: NavItem = {
  to: paths.approvals(),
  label: msg`To approve`,
  icon: 'check',
  holds: /^\/approve\b/,
};

const people: NavItem = {
  to: paths.people(),
  label: msg`People`,
  icon: 'people',
  holds: /^\/people\b/,
};

const audit: NavItem = {
  to: paths.audit(),
  label: msg`Audit`,
  icon: 'list',
  holds: /^\/audit\b/,
};

/** The navigation's items by role. */
const navItems: Record<Role, NavItem[]> = {
  sender: [quote, recipients, transfers],
  approver: [approvals],
  support: [lookUp, allTransfers, recipients, health],
  auditor: [audit, lookUp, allTransfers, recipients, health],
  admin: [people, audit],
};

/** Tabs at the bottom of a phone, a list at the side of a wide screen. */
export function Navigation({ role }: { role: Role }) {
  const { t, i18n } = useLingui();
  const { pathname, search, state } = useLocation();
  // A recipient added or corrected in the middle of a transfer leaves Send as the current item.
  const isMidTransfer = isPendingTransfer(new URLSearchParams(search).get('next') ?? '');
  const at = isMidTransfer ? paths.send() : pathname;
  // A page opened from Look up keeps Look up as the current item.
  const isLookUp = isFromLookUp(state);
  const isAt = ({ to, holds }: NavItem) => (isLookUp ? to === paths.support() : holds.test(at));
  const current = navItems[role].findIndex(isAt);
  return sameForAll(`navigation ${role} ${current}`, () => (
    <nav aria-label={t`Main`} className={styles.nav}>
      {navItems[role].map((item, index) => (
        <Link
          key={item.to}
          to={item.to}
          aria-current={index === current ? 'page' : undefined}
          className={styles.item}
        >
          <span className={styles.icon}>
            <Icon name={item.icon} size={22} />
          </span>
          {i18n._(item.label)}
        </Link>
      ))}
    </nav>
  ));
}

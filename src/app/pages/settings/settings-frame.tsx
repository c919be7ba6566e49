import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import type { NewsTopic } from '../../../contract/api/news.ts';
import { nextPage, type Role } from '../../../contract/api/session.ts';
import { newsSettingsQuery } from '../../api/news.ts';
import { ownAccountQuery } from '../../api/own-account.ts';
import { ownFactorsQuery } from '../../api/second-factor.ts';
import { sessionQuery, settingsQuery } from '../../api/session.ts';
import { useColorScheme } from '../../brand/color-scheme.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { spokenLocale } from '../../i18n/own-locale.ts';
import { verbatim } from '../../i18n/trans.ts';
import { languageNames } from '../../layouts/language-switch.tsx';
import { paths } from '../../router/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Drawing, Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { BackLink, PageHead } from '../../ui/page-head.tsx';
import { Stack } from '../../ui/stack.tsx';
import styles from './settings.module.css';

const groups = ['profile', 'security', 'limits', 'notifications', 'appearance'] as const;
type Group = (typeof groups)[number];

const drawings: Record<Group, string> = {
  profile:
    'M8 2.3a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM2.7 13.7c.5-2.7 2.6-4 5.3-4s4.8 1.3 5.3 4',
  security: 'M8 1.8 3 4v3.7c0 3 2 5.2 5 6.5 3-1.3 5-3.5 5-6.5V4ZM5.8 7.9l1.6 1.6 2.9-3',
  limits: 'M2.2 12.3a6.2 6.2 0 1 1 11.6 0M8 9.8l2.6-3.4M7.2 10.6a.9.9 0 1 0 1.6 0',
  notifications: 'M4 11V7.3a4 4 0 0 1 8 0V11l1 1.3H3ZM6.7 14h2.6',
  appearance:
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM1.8 8h12.4M8 1.8c3.4 3.6 3.4 8.8 0 12.4M8 1.8c-3.4 3.6-3.4 8.8 0 12.4',
};

/** A sender hears of their transfers, support of what it has to review, an auditor and an admin only of their own account. */
export const topicsOf: Record<Role, readonly NewsTopic[]> = {
  sender: ['transfers', 'attention'],
  approver: ['attention'],
  support: ['review'],
  auditor: [],
  admin: [],
};

/** A page of one group, with the list of all beside it where there is room. */
export function SettingsFrame({ group, children }: { group: Group; children: ReactNode }) {
  // From a page that needs something that is set here.
  const [params] = useSearchParams();
  const next = z.safeParse(nextPage, params.get('next')).data;
  const { t } = useLingui();
  const name = useGroupNames()[group];
  return (
    <div className={styles.frame}>
      <Stack className={styles.beside}>
        <p className={styles.title}>
          <Link to={paths.settings()}>
            <Trans>Settings</Trans>
          </Link>
        </p>
        <GroupList shown={group} />
      </Stack>
      <Stack>
        <PageTitle>{`${name} · ${t`Settings`}`}</PageTitle>
        <div>
          {next === undefined ? (
            <div className={styles.back}>
              <BackLink to={paths.settings()} label={<Trans>Settings</Trans>} />
            </div>
          ) : (
            <BackLink to={next} label={<Trans>Go back</Trans>} />
          )}
          <PageHead title={name} />
        </div>
        {children}
      </Stack>
    </div>
  );
}

/** Every group with its state in one line. */
export function GroupList({ shown }: { shown: Group | null }) {
  const { t } = useLingui();
  const names = useGroupNames();
  const states = useGroupStates();
  const shownGroups = groups.filter((group) => states[group] !== null);
  const rows = shownGroups.map((group) => (
    <li key={group}>
      <Link
        to={paths[group]()}
        aria-current={group === shown ? 'page' : undefined}
        className={styles.group}
      >
        <Drawing path={drawings[group]} size={22} />
        <span>
          <b>{names[group]}</b> <small>{states[group]}</small>
        </span>
        <Icon name="chevron" />
      </Link>
    </li>
  ));
  return (
    <nav aria-label={t`Settings`}>
      <Card flush>
        <ul className={styles.groups}>{rows}</ul>
      </Card>
    </nav>
  );
}

function useGroupNames(): Record<Group, string> {
  const { t } = useLingui();
  return {
    profile: t`Profile`,
    security: t`Security`,
    limits: t`Limits`,
    notifications: t`Notifications`,
    appearance: t`Language and appearance`,
  };
}

/** What each group says of itself; null of one that is not for this person. */
function useGroupStates(): Record<Group, ReactNode> {
  const { t } = useLingui();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { has_password, passkeys } = useSuspenseQuery(ownAccountQuery).data;
  const { totp } = useSuspenseQuery(ownFactorsQuery).data;
  const { mail, devices, choices } = useSuspenseQuery(newsSettingsQuery).data;
  const { limits } = useSuspenseQuery(settingsQuery).data;
  const scheme = useColorScheme();
  const theme =
    scheme === undefined
      ? t`theme of the device`
      : scheme === 'dark'
        ? t`dark theme`
        : t`light theme`;
  const { length: count } = passkeys;
  const words = plural(count, { 0: 'No passkeys', one: '# passkey', other: '# passkeys' });
  const isOn = totp !== null || count > 0;
  const topics = topicsOf[user.role];
  const told = [
    // Of their own account everybody is told by mail.
    mail !== 'off' &&
      (topics.length === 0 || topics.some((topic) => choices[topic].mail)) &&
      t`Email`,
    devices > 0 &&
      topics.some((topic) => choices[topic].push) &&
      plural(devices, { one: '# device', other: '# devices' }),
  ];
  return {
    profile: verbatim(user.name || user.email),
    security: has_password
      ? isOn
        ? t`${words} · two-step verification on`
        : t`${words} · two-step verification off`
      : t`Your organisation manages this`,
    limits: user.role === 'sender' && limits !== undefined ? verbatim(limits.join(' · ')) : null,
    notifications: told.filter(Boolean).join(' · ') || t`Off`,
    appearance: `${languageNames[spokenLocale()]} · ${theme}`,
  };
}

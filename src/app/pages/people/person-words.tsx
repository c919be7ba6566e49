import { Trans, useLingui } from '@lingui/react/macro';
import { invitationDays } from '../../../contract/api/own-account.ts';
import type { Invited, PersonStatus } from '../../../contract/api/people.ts';
import type { Role } from '../../../contract/api/session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row, Stack } from '../../ui/stack.tsx';
import styles from './people.module.css';

/** Returns a function from a role to its name. */
export function useRoleName(): (role: Role) => string {
  const { t } = useLingui();
  return (role) => {
    switch (role) {
      case 'sender':
        return t`Sender`;
      case 'approver':
        return t`Approver`;
      case 'support':
        return t`Support`;
      case 'auditor':
        return t`Auditor`;
      case 'admin':
        return t`Administrator`;
    }
  };
}

/** Returns a function from a status to its name. */
export function useStatusName(): (status: PersonStatus) => string {
  const { t } = useLingui();
  return (status) => {
    switch (status) {
      case 'active':
        return t`Active`;
      case 'invited':
        return t`Invited`;
      case 'disabled':
        return t`Disabled`;
    }
  };
}

const icons = { active: 'check', invited: 'clock', disabled: 'cross' } as const satisfies Record<
  PersonStatus,
  IconName
>;

/** A status as an icon and a word. */
export function StatusWord({ status }: { status: PersonStatus }) {
  const statusName = useStatusName();
  return (
    <span className={styles[status]}>
      <Icon name={icons[status]} />
      {statusName(status)}
    </span>
  );
}

/** What a role may do, under its choice. */
export function RoleHint({ role }: { role: Role }) {
  switch (role) {
    case 'sender':
      return <Trans>Sends money and sees their own transfers.</Trans>;
    case 'approver':
      return <Trans>Approves large transfers of others before they are sent. Sends nothing.</Trans>;
    case 'support':
      return <Trans>Looks up every transfer and resolves those that need review.</Trans>;
    case 'auditor':
      return <Trans>Sees every transfer and the audit. Changes nothing.</Trans>;
    case 'admin':
      return <Trans>Manages people and reads the audit. Sees no transfers.</Trans>;
  }
}

/** Says that somebody is invited, and shows the link where no mail brings it. */
export function InvitedNotice({ invited: { person, link } }: { invited: Invited }) {
  const { name, email } = person;
  if (link === null) {
    return (
      <Notice tone="done" role="status" title={<Trans>Invitation sent</Trans>}>
        <p className={styles.name}>
          <Trans>
            We wrote to {email}. The link works once, for {invitationDays} days.
          </Trans>
        </p>
      </Notice>
    );
  }
  const address = new URL(link, window.location.origin).href;
  return (
    <Notice tone="done" role="status" title={<Trans>Give this link to {name}</Trans>}>
      <Stack gap="s3">
        <p className={styles.link}>{address}</p>
        <Row>
          <CopyButton text={address} variant="plain">
            <Trans>Copy link</Trans>
          </CopyButton>
        </Row>
        <p>
          <Trans>It works once, for {invitationDays} days. We show it only now.</Trans>
        </p>
      </Stack>
    </Notice>
  );
}

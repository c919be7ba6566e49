import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useParams } from 'react-router-dom';
import * as z from 'zod/mini';
import {
  type LateMail,
  type Person,
  type PersonDetail,
  roleRequest,
} from '../../../../contract/api/people.ts';
import { roles } from '../../../../contract/api/session.ts';
import { Avatar } from '../../../accounts/avatar.tsx';
import {
  changeAccess,
  changeRole,
  endPersonSessions,
  inviteAgain,
  personQuery,
} from '../../../api/people.ts';
import { DeviceName } from '../../../auth/device-name.tsx';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { verbatim, withVerbatim } from '../../../i18n/trans.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { paths } from '../../../router/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CloseDialogButton, Dialog } from '../../../ui/dialog.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Row, Split, Stack } from '../../../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import styles from '../people.module.css';
import { InvitedNotice, RoleHint, StatusWord, useRoleName } from '../person-words.tsx';
import { Outcome, useChange } from './change.tsx';
import { LimitsCard } from './limits-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

/** One person, and what an admin decides about them. */
export function Page() {
  const { t } = useLingui();
  const { user = '' } = useParams();
  const { data: detail } = useSuspenseQuery(personQuery(user));
  const { person } = detail;
  const shown = person.name || person.email;
  return (
    <Stack gap="s5" key={user}>
      <PageTitle>{shown}</PageTitle>
      <PageHead
        title={
          <span className={styles.name}>
            <Avatar id={person.id} alias={shown} size="large" />
            {verbatim(shown)}
          </span>
        }
        back={{ to: paths.people(), label: t`People` }}
      />
      <Split>
        <Stack gap="s5">
          <FactsCard person={person} />
          {person.status === 'invited' ? (
            <InvitationCard detail={detail} />
          ) : (
            detail.late_mail?.kind === 'password-link' && <LateMailNotice mail={detail.late_mail} />
          )}
          <SessionsCard detail={detail} />
          {person.role === 'sender' && <LimitsCard user={person.id} />}
        </Stack>
        <Stack gap="s5">
          <RoleCard detail={detail} />
          <AccessCard detail={detail} />
          {!person.is_provider && <SecondFactorCard detail={detail} />}
        </Stack>
      </Split>
    </Stack>
  );
}

function FactsCard({ person }: { person: Person }) {
  const { whole } = useMoment();
  const { id, email, status, is_provider, created_at } = person;
  return (
    <Card>
      <SummaryList>
        <SummaryRow term={<Trans>Email</Trans>}>{verbatim(email)}</SummaryRow>
        <SummaryRow term={<Trans>Status</Trans>}>
          <StatusWord status={status} />
        </SummaryRow>
        <SummaryRow term={<Trans>Signs in with</Trans>}>
          {is_provider ? <Trans>Your organisation</Trans> : <Trans>Email and password</Trans>}
        </SummaryRow>
        <SummaryRow term={<Trans>Added</Trans>}>{whole(created_at)}</SummaryRow>
      </SummaryList>
      <p>
        <Link to={paths.audit({ user: id })}>
          <Trans>Show what they did</Trans>
        </Link>
      </p>
    </Card>
  );
}

/** Why the role or access of this person can't change here; null if it can. */
function whyNot({ person, is_self, is_last_admin }: PersonDetail, isRole: boolean) {
  if (is_self) return <Trans>This is you. Another administrator can change it.</Trans>;
  if (is_last_admin) return <Trans>The last administrator can’t be removed.</Trans>;
  if (isRole && person.is_provider) {
    return <Trans>Your organisation decides it, each time they sign in.</Trans>;
  }
  return null;
}

function RoleCard({ detail }: { detail: PersonDetail }) {
  const { t } = useLingui();
  const roleName = useRoleName();
  const { person } = detail;
  const [role, setRole] = useState(person.role);
  const change = useChange(detail, () => changeRole(person.id, role));
  const reason = whyNot(detail, true);
  const shownName = person.name || person.email;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!change.isPending) change.mutate(undefined);
  }

  return (
    <Card as="section" aria-labelledby="role">
      <form method="post" onSubmit={submit}>
        <Stack gap="s3">
          <h2 id="role">
            <Trans>Role</Trans>
          </h2>
          {reason ? (
            <>
              <p>{roleName(person.role)}</p>
              <p className={styles.note}>{reason}</p>
            </>
          ) : (
            <>
              <SelectField
                label={withVerbatim(t`Role of ${shownName}`, shownName)}
                labelHidden
                options={roles.map((one) => ({ value: one, label: roleName(one) }))}
                value={role}
                hint={<RoleHint role={role} />}
                onChange={(value) => {
                  const { data } = z.safeParse(roleRequest, { role: value });
                  if (data) setRole(data.role);
                  change.reset();
                }}
              />
              {role !== person.role && (
                <Row>
                  <Button type="submit" variant="main" pending={change.isPending}>
                    <Trans>Change role</Trans>
                  </Button>
                </Row>
              )}
            </>
          )}
          <Outcome change={change}>
            <Trans>Role changed. They have to sign in again.</Trans>
          </Outcome>
        </Stack>
      </form>
    </Card>
  );
}

function AccessCard({ detail }: { detail: PersonDetail }) {
  const [isAsking, setAsking] = useState(false);
  const { person } = detail;
  const change = useChange(detail, (disabled: boolean) => changeAccess(person.id, disabled));
  const reason = whyNot(detail, false);
  const isDisabled = person.status === 'disabled';
  const shown = person.name || person.email;
  return (
    <Card as="section" aria-labelledby="access">
      <Stack gap="s3">
        <h2 id="access">
          <Trans>Access</Trans>
        </h2>
        {reason && <p className={styles.note}>{reason}</p>}
        {!reason && (
          <Row>
            {isDisabled ? (
              <Button pending={change.isPending} onClick={() => change.mutate(false)}>
                <Trans>Enable account</Trans>
              </Button>
            ) : (
              <Button pending={change.isPending} onClick={() => setAsking(true)}>
                <Trans>Disable account</Trans>
              </Button>
            )}
          </Row>
        )}
        <Outcome change={change}>
          {isDisabled ? (
            <Trans>Disabled. They are signed out everywhere.</Trans>
          ) : (
            <Trans>Enabled. They can sign in again.</Trans>
          )}
        </Outcome>
        {isAsking && (
          <Dialog
            title={<Trans>Disable the account of {shown}?</Trans>}
            onClose={() => setAsking(false)}
          >
            <p>
              <Trans>They are signed out at once and can’t sign in. Their records stay.</Trans>
            </p>
            <Row>
              <Button
                variant="main"
                onClick={(event) => {
                  event.currentTarget.closest('dialog')?.close();
                  change.mutate(true);
                }}
              >
                <Trans>Disable account</Trans>
              </Button>
              <CloseDialogButton>
                <Trans>Cancel</Trans>
              </CloseDialogButton>
            </Row>
          </Dialog>
        )}
      </Stack>
    </Card>
  );
}

function SessionsCard({ detail }: { detail: PersonDetail }) {
  const { whole } = useMoment();
  const { sessions, person, is_self } = detail;
  const end = useChange(detail, () => endPersonSessions(person.id));
  return (
    <Card as="section" aria-labelledby="sessions">
      <Stack gap="s3">
        <h2 id="sessions">
          <Plural
            value={sessions.length}
            _0="Not signed in anywhere"
            one="Signed in on # device"
            other="Signed in on # devices"
          />
        </h2>
        {sessions.length > 0 && (
          <ul className={styles.sessions}>
            {sessions.map((session) => (
              <li key={session.seen_at}>
                <p>
                  <DeviceName session={session} />
                </p>
                <p className={styles.note}>
                  <LastSeen at={whole(session.seen_at)} />
                </p>
              </li>
            ))}
          </ul>
        )}
        {sessions.length > 0 && !is_self && (
          <Row>
            <Button pending={end.isPending} onClick={() => end.mutate(undefined)}>
              <Trans>End all sessions</Trans>
            </Button>
          </Row>
        )}
        <Outcome change={end}>
          <Trans>Ended. They are signed out everywhere.</Trans>
        </Outcome>
      </Stack>
    </Card>
  );
}

function LastSeen({ at }: { at: string }) {
  return <Trans>Last seen {at}</Trans>;
}

/** Says that a mail with a link is not out, why, and what to do. */
function LateMailNotice({ mail: { kind, since, why, code } }: { mail: LateMail }) {
  const { whole } = useMoment();
  const title =
    kind === 'invitation' ? (
      <Trans>Invitation not sent yet</Trans>
    ) : (
      <Trans>Password link not sent yet</Trans>
    );
  const at = whole(since);
  const reply = code ?? '';
  return (
    <Notice tone="wait" title={title}>
      <Stack gap="s3">
        <p>
          {why === 'address' ? (
            <Trans>The mail server doesn’t know this address. We won’t try again.</Trans>
          ) : why === 'refused' ? (
            <Trans>
              Waiting since {at}: the mail server refuses it ({reply}). We keep trying.
            </Trans>
          ) : (
            <Trans>Waiting since {at}: the mail server doesn’t answer. We keep trying.</Trans>
          )}
        </p>
        <p>
          {kind === 'password-link' ? (
            <Trans>Have the mail server checked, then they can ask again.</Trans>
          ) : why === 'address' ? (
            <Trans>Check the address, or hand the link over yourself.</Trans>
          ) : (
            <Trans>Hand the link over yourself, or have the mail server checked.</Trans>
          )}
        </p>
      </Stack>
    </Notice>
  );
}

function InvitationCard({ detail: { person, late_mail } }: { detail: PersonDetail }) {
  const client = useQueryClient();
  const { whole } = useMoment();
  const failureMessage = useFailureMessage();
  const again = useMutation({
    mutationFn: () => inviteAgain(person.id),
    onSuccess: () => client.invalidateQueries({ queryKey: personQuery(person.id).queryKey }),
  });
  const until = person.invited_until && whole(person.invited_until);
  const late = late_mail?.kind === 'invitation' ? late_mail : null;
  return (
    <Card as="section" aria-labelledby="invitation">
      <Stack gap="s3">
        <h2 id="invitation">
          <Trans>Invitation</Trans>
        </h2>
        <p>
          {until ? (
            <Trans>Not accepted yet. The link works until {until}.</Trans>
          ) : (
            <Trans>Not accepted. The link no longer works.</Trans>
          )}
        </p>
        {late && !again.data && <LateMailNotice mail={late} />}
        {again.data && <InvitedNotice invited={again.data} />}
        {again.error && <p role="alert">{failureMessage(again.error)}</p>}
        <Row>
          <Button pending={again.isPending} onClick={() => again.mutate()}>
            {late ? <Trans>Show new link</Trans> : <Trans>Make new link</Trans>}
          </Button>
        </Row>
        <p className={styles.note}>
          <Trans>A new link replaces the one before.</Trans>
        </p>
      </Stack>
    </Card>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import {
  type EndSessionsRequest,
  maxNameLength,
  maxPasswordLength,
  minPasswordLength,
  newPassword,
  type OwnSession,
} from '../../../contract/api/own-account.ts';
import type { User } from '../../../contract/api/session.ts';
import { isFailure } from '../../api/api-error.ts';
import { changeName, changePassword, endSessions, ownAccountQuery } from '../../api/own-account.ts';
import { sessionQuery } from '../../api/session.ts';
import { DeviceName } from '../../auth/device-name.tsx';
import { EarlyForm } from '../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { useMoment } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row, Split, Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import styles from './settings.module.css';

/** What a person with a password looks after here. An OpenID provider's people do it there. */
export function OwnAccount({ user }: { user: User }) {
  const { has_password, sessions, passkeys } = useSuspenseQuery(ownAccountQuery).data;
  if (!has_password) return null;
  return (
    <Split>
      <Stack gap="s5">
        <SessionsCard sessions={sessions} />
        <PasskeysCard user={user} passkeys={passkeys} sessions={sessions} />
      </Stack>
      <Stack gap="s5">
        <NameCard user={user} />
        <PasswordCard user={user} />
        <SecondFactorCard />
      </Stack>
    </Split>
  );
}

/** The name that others are shown. */
function NameCard({ user: { name } }: { user: User }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  const failureMessage = useFailureMessage();
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const save = useMutation({
    mutationFn: changeName,
    onSuccess(session) {
      client.setQueryData(sessionQuery.queryKey, session);
      // The account menu has it from the layout's loader.
      return revalidate();
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const typed = String(new FormData(event.currentTarget).get('name')).trim();
    setMissing(typed === '');
    if (typed === '') input.current?.focus();
    else save.mutate({ name: typed });
  }

  return (
    <Card as="section" aria-labelledby="own-name">
      <EarlyForm method="post" noValidate onSubmit={submit} onChange={() => save.reset()}>
        <Stack gap="s3">
          <h2 id="own-name">
            <Trans>Your name</Trans>
          </h2>
          <TextField
            ref={input}
            label={t`Name`}
            name="name"
            autoComplete="name"
            maxLength={maxNameLength}
            defaultValue={name}
            error={isMissing ? t`Enter your name` : undefined}
          />
          <Row>
            <Button type="submit" pending={save.isPending}>
              <Trans>Save name</Trans>
            </Button>
            <span role="status" className={styles.note}>
              {save.isSuccess && <Trans>Name saved</Trans>}
            </span>
          </Row>
          {save.error && <p role="alert">{failureMessage(save.error)}</p>}
        </Stack>
      </EarlyForm>
    </Card>
  );
}

const passwordNames = ['current_password', 'new_password'] as const;
type PasswordName = (typeof passwordNames)[number];
/** By field, because messages would not follow a change of language. */
type PasswordFaults = Partial<Record<PasswordName, 'missing' | 'wrong' | 'length'>>;

/** Changes the password. The inputs are uncontrolled, so that nothing else holds what is typed. */
function PasswordCard({ user: { email } }: { user: User }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<PasswordFaults>({});
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess(account) {
      client.setQueryData(ownAccountQuery.queryKey, account);
      form.current?.reset();
    },
    onError(error) {
      if (isFailure(error, 'wrong-password')) show({ current_password: 'wrong' });
    },
  });
  const isAtField = isFailure(change.error, 'wrong-password');

  function show(found: PasswordFaults) {
    setFaults(found);
    const first = passwordNames.find((name) => found[name]);
    form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.isPending) return;
    const typed = new FormData(event.currentTarget);
    const current_password = String(typed.get('current_password'));
    const new_password = String(typed.get('new_password'));
    const found: PasswordFaults = {
      ...(current_password === '' && { current_password: 'missing' }),
      ...(!newPassword.safeParse(new_password).success && { new_password: 'length' }),
    };
    show(found);
    if (Object.keys(found).length === 0) change.mutate({ current_password, new_password });
  }

  return (
    <Card as="section" aria-labelledby="own-password">
      <EarlyForm ref={form} method="post" noValidate onSubmit={submit}>
        <Stack gap="s3">
          <h2 id="own-password">
            <Trans>Your password</Trans>
          </h2>
          {/* Tells password managers whose password it is. */}
          <input hidden readOnly name="username" autoComplete="username" value={email} />
          <TextField
            type="password"
            label={t`Current password`}
            name="current_password"
            autoComplete="current-password"
            error={
              faults.current_password &&
              (faults.current_password === 'wrong'
                ? t`This is not your current password`
                : t`Enter your current password`)
            }
          />
          <TextField
            type="password"
            label={t`New password`}
            name="new_password"
            autoComplete="new-password"
            hint={t`At least ${minPasswordLength} characters. You will be signed out everywhere else.`}
            error={
              faults.new_password && t`Use ${minPasswordLength} to ${maxPasswordLength} characters`
            }
          />
          <Row>
            <Button type="submit" pending={change.isPending}>
              <Trans>Change password</Trans>
            </Button>
            <span role="status" className={styles.note}>
              {change.isSuccess && <Trans>Password changed</Trans>}
            </span>
          </Row>
          {change.error && !isAtField && (
            <Notice tone="stop" role="alert" title={failureMessage(change.error)} />
          )}
        </Stack>
      </EarlyForm>
    </Card>
  );
}

/** Where the person is signed in, in words, and ending it. */
function SessionsCard({ sessions }: { sessions: readonly OwnSession[] }) {
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const heading = useRef<HTMLHeadingElement>(null);
  const end = useMutation({
    mutationFn: endSessions,
    onSuccess(account) {
      client.setQueryData(ownAccountQuery.queryKey, account);
      // The pressed button is gone.
      heading.current?.focus();
    },
  });
  const ended = (which: EndSessionsRequest) => () => {
    if (!end.isPending) end.mutate(which);
  };
  const others = sessions.filter(({ is_current }) => !is_current);
  return (
    <Card as="section" aria-labelledby="own-sessions">
      <Stack gap="s3">
        <h2 id="own-sessions" ref={heading} tabIndex={-1}>
          <Trans>Where you’re signed in</Trans>
        </h2>
        <ul className={styles.sessions}>
          {sessions.map((session) => (
            <li key={session.id} className={styles.session}>
              <SessionWords session={session} />
              {!session.is_current && (
                <Button pending={end.isPending} onClick={ended({ id: session.id })}>
                  <Trans>End session</Trans>{' '}
                  <VisuallyHidden>
                    <DeviceName session={session} />
                  </VisuallyHidden>
                </Button>
              )}
            </li>
          ))}
        </ul>
        {others.length > 1 && (
          <Row>
            <Button pending={end.isPending} onClick={ended({ others: true })}>
              <Trans>Sign out other devices</Trans>
            </Button>
          </Row>
        )}
        <p role="status" className={styles.note}>
          {end.isSuccess && <Trans>Signed out on that device.</Trans>}
        </p>
        {end.error && <p role="alert">{failureMessage(end.error)}</p>}
      </Stack>
    </Card>
  );
}

function SessionWords({ session }: { session: OwnSession }) {
  const { whole } = useMoment();
  const seen = whole(session.seen_at);
  return (
    <div>
      <p>
        <DeviceName session={session} />
      </p>
      <p className={styles.note}>
        {session.is_current ? (
          <Trans>This device, last seen {seen}</Trans>
        ) : (
          <Trans>Last seen {seen}</Trans>
        )}
      </p>
    </div>
  );
}

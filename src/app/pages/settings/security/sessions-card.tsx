import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { EndSessionsRequest, OwnSession } from '../../../../contract/api/own-account.ts';
import { endSessions, ownAccountQuery } from '../../../api/own-account.ts';
import { DeviceName } from '../../../auth/device-name.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from '../settings.module.css';

/** Where the person is signed in, in words, and ending it. */
export function SessionsCard({ sessions }: { sessions: readonly OwnSession[] }) {
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
                  <Trans>Sign out</Trans>{' '}
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
        <b>
          <DeviceName session={session} />
        </b>{' '}
        {session.is_current && (
          <span className={styles.mark}>
            <Trans>This device</Trans>
          </span>
        )}
      </p>
      <p className={styles.note}>
        <SignedIn session={session} />
      </p>
      {!session.is_current && (
        <p className={styles.note}>
          <Trans>Last seen {seen}</Trans>
        </p>
      )}
    </div>
  );
}

function SignedIn({ session: { created_at, signed_in_by } }: { session: OwnSession }) {
  const { whole } = useMoment();
  const at = whole(created_at);
  switch (signed_in_by) {
    case 'password':
      return <Trans>Signed in with the password · {at}</Trans>;
    case 'code':
      return <Trans>Signed in with the password and a code · {at}</Trans>;
    case 'passkey':
      return <Trans>Signed in with a passkey · {at}</Trans>;
    case 'organisation':
      return <Trans>Signed in through the organisation · {at}</Trans>;
    case null:
      return <Trans>Signed in · {at}</Trans>;
  }
}

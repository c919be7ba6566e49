import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { maxNameLength } from '../../../contract/api/own-account.ts';
import type { User } from '../../../contract/api/session.ts';
import { changeName, ownAccountQuery } from '../../api/own-account.ts';
import { sessionQuery } from '../../api/session.ts';
import { EarlyForm } from '../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { verbatim } from '../../i18n/trans.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Row, Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './settings.module.css';

/** Name and email. An OpenID provider's people change both there. */
export function ProfileGroup() {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { has_password } = useSuspenseQuery(ownAccountQuery).data;
  return (
    <>
      {has_password && <NameCard user={user} />}
      <Card as="section" aria-labelledby="own-email">
        <Stack gap="s3">
          <h2 id="own-email">{has_password ? <Trans>Your email</Trans> : verbatim(user.name)}</h2>
          <p className={styles.address}>{verbatim(user.email)}</p>
          <p className={styles.note}>
            {has_password ? (
              <Trans>You sign in with this email. Only your administrator can change it.</Trans>
            ) : (
              <Trans>Your organisation manages your name and email.</Trans>
            )}
          </p>
        </Stack>
      </Card>
    </>
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

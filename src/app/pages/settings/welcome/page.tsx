import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { invitationDays, minPasswordLength } from '../../../../contract/api/own-account.ts';
import { isFailure } from '../../../api/api-error.ts';
import { acceptInvitation, invitationCheck } from '../../../api/own-account.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { EarlyForm } from '../../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { paths } from '../../../router/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { NewPasswordField, type PasswordFault, passwordFault } from '../new-password-field.tsx';

/** Opened by the link of an invitation. Only the press uses the link, because mail programs open links to look. */
export function Page() {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<PasswordFault | null>(null);
  const accept = useMutation({ mutationFn: acceptInvitation });
  const check = useQuery(invitationCheck);
  const isGone = isFailure(accept.error ?? check.error, 'not-found');

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (accept.isPending) return;
    const new_password = String(new FormData(event.currentTarget).get('new_password'));
    const found = passwordFault(new_password);
    setFault(found);
    // The fragment, which no server sees, has the token.
    if (found === null) accept.mutate({ token: window.location.hash.slice(1), new_password });
    else form.current?.querySelector<HTMLInputElement>('[name=new_password]')?.focus();
  }

  return (
    <Stack gap="s5">
      <PageTitle>{t`Welcome`}</PageTitle>
      <PageHead title={<Trans>Welcome</Trans>} />
      {accept.isSuccess ? (
        <>
          <Notice tone="done" role="status" title={<Trans>Password set</Trans>}>
            <p>
              <Trans>Sign in with your email and this password.</Trans>
            </p>
          </Notice>
          <ButtonLink to={paths.signIn()} variant="main" wide>
            <Trans>Sign in</Trans>
          </ButtonLink>
        </>
      ) : isGone ? (
        <Notice tone="stop" role="alert" title={<Trans>This link no longer works</Trans>}>
          <p>
            <Trans>
              It works once, for {invitationDays} days. Ask your administrator for a new one.
            </Trans>
          </p>
        </Notice>
      ) : (
        <EarlyForm ref={form} method="post" noValidate onSubmit={submit}>
          <Stack>
            <p>
              <Trans>You have an account here now. Set a password to use it.</Trans>
            </p>
            <NewPasswordField
              label={t`Your password`}
              hint={t`At least ${minPasswordLength} characters.`}
              fault={fault}
            />
            {accept.error && (
              <Notice tone="stop" role="alert" title={failureMessage(accept.error)} />
            )}
            <Button type="submit" variant="main" wide pending={accept.isPending}>
              <Trans>Set password</Trans>
            </Button>
          </Stack>
        </EarlyForm>
      )}
    </Stack>
  );
}

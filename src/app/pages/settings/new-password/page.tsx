import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { minPasswordLength } from '../../../../contract/api/own-account.ts';
import { isFailure } from '../../../api/api-error.ts';
import { resetPassword } from '../../../api/own-account.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { EarlyForm } from '../../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { paths } from '../../../router/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { NewPasswordField, type PasswordFault, passwordFault } from '../new-password-field.tsx';

/** Opened by the link in the mail. Only the press uses the link, because mail programs open links to look. */
export function Page() {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<PasswordFault | null>(null);
  const reset = useMutation({ mutationFn: resetPassword });
  const isGone = isFailure(reset.error, 'not-found');

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (reset.isPending) return;
    const new_password = String(new FormData(event.currentTarget).get('new_password'));
    const found = passwordFault(new_password);
    setFault(found);
    // The fragment, which no server sees, has the token.
    if (found === null) reset.mutate({ token: window.location.hash.slice(1), new_password });
    else form.current?.querySelector<HTMLInputElement>('[name=new_password]')?.focus();
  }

  return (
    <Stack gap="s5">
      <PageTitle>{t`Set a new password`}</PageTitle>
      <PageHead title={<Trans>Set a new password</Trans>} />
      {reset.isSuccess ? (
        <>
          <Notice tone="done" role="status" title={<Trans>Password changed</Trans>}>
            <p>
              <Trans>You are signed out everywhere. Sign in with your new password.</Trans>
            </p>
          </Notice>
          <ButtonLink to={paths.signIn()} variant="main" wide>
            <Trans>Sign in</Trans>
          </ButtonLink>
        </>
      ) : (
        <EarlyForm ref={form} method="post" noValidate onSubmit={submit}>
          <Stack>
            <NewPasswordField
              label={t`New password`}
              hint={t`At least ${minPasswordLength} characters. You will be signed out everywhere.`}
              fault={fault}
            />
            {isGone && (
              <Notice tone="stop" role="alert" title={<Trans>This link no longer works</Trans>}>
                <p>
                  <Trans>
                    Links work once, for a short time.{' '}
                    <Link to={paths.forgotPassword()}>Ask for a new link</Link>
                  </Trans>
                </p>
              </Notice>
            )}
            {reset.error && !isGone && (
              <Notice tone="stop" role="alert" title={failureMessage(reset.error)} />
            )}
            <Button type="submit" variant="main" wide pending={reset.isPending}>
              <Trans>Change password</Trans>
            </Button>
          </Stack>
        </EarlyForm>
      )}
    </Stack>
  );
}

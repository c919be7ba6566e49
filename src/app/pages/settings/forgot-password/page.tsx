import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { passwordLinkMinutes } from '../../../../contract/api/own-account.ts';
import { askForPasswordLink } from '../../../api/own-account.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { EarlyForm } from '../../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { SupportContact } from '../../../layouts/support-contact.tsx';
import { paths } from '../../../router/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** Asks for a link by mail. It says the same for an address that nobody has, as the server does. */
export function Page() {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const ask = useMutation({ mutationFn: askForPasswordLink });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (ask.isPending) return;
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setMissing(email === '');
    if (email === '') input.current?.focus();
    else ask.mutate({ email });
  }

  return (
    <Stack gap="s5">
      <PageTitle>{t`Forgot your password?`}</PageTitle>
      <PageHead
        title={<Trans>Forgot your password?</Trans>}
        back={{ to: paths.signIn(), label: <Trans>Sign in</Trans> }}
      />
      <p>
        <Trans>Enter your email. We will send you a link to set a new password.</Trans>
      </p>
      <EarlyForm method="post" noValidate onSubmit={submit} onChange={() => ask.reset()}>
        <Stack>
          <TextField
            ref={input}
            label={t`Email`}
            type="email"
            name="email"
            autoComplete="username"
            error={isMissing ? t`Enter your email` : undefined}
          />
          <Button type="submit" variant="main" wide pending={ask.isPending}>
            <Trans>Send link</Trans>
          </Button>
          {ask.isSuccess && (
            <Notice tone="done" role="status" title={<Trans>Check your email</Trans>}>
              <p>
                <Trans>
                  If this email has an account here, we sent a link to it. It works for{' '}
                  {passwordLinkMinutes} minutes.
                </Trans>
              </p>
            </Notice>
          )}
          {ask.error && <Notice tone="stop" role="alert" title={failureMessage(ask.error)} />}
        </Stack>
      </EarlyForm>
      <SupportContact question={<Trans>No email from us?</Trans>} />
    </Stack>
  );
}

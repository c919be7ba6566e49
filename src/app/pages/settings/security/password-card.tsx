import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { minPasswordLength } from '../../../../contract/api/own-account.ts';
import type { User } from '../../../../contract/api/session.ts';
import { isFailure } from '../../../api/api-error.ts';
import { changePassword, ownAccountQuery } from '../../../api/own-account.ts';
import { EarlyForm } from '../../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { NewPasswordField, type PasswordFault, passwordFault } from '../new-password-field.tsx';

const passwordNames = ['current_password', 'new_password'] as const;
/** By field, because messages would not follow a change of language. */
type PasswordFaults = {
  current_password?: 'missing' | 'wrong';
  new_password?: PasswordFault | null;
};

/** Changes the password. The inputs are uncontrolled, so that nothing else holds what is typed. */
export function PasswordCard({ user: { email } }: { user: User }) {
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
      new_password: passwordFault(new_password),
    };
    show(found);
    if (passwordNames.every((name) => !found[name]))
      change.mutate({ current_password, new_password });
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
          <PasswordField
            label={t`Current password`}
            name="current_password"
            error={
              faults.current_password &&
              (faults.current_password === 'wrong'
                ? t`This is not your current password`
                : t`Enter your current password`)
            }
          />
          <NewPasswordField
            label={t`New password`}
            hint={t`At least ${minPasswordLength} characters. You will be signed out everywhere else.`}
            fault={faults.new_password ?? null}
          />
          <Row>
            <Button type="submit" pending={change.isPending}>
              <Trans>Change password</Trans>
            </Button>
          </Row>
          <div role="status">
            {change.isSuccess && (
              <Notice tone="done" title={<Trans>Password changed</Trans>}>
                <p>
                  <Trans>You are signed out everywhere else.</Trans>
                </p>
              </Notice>
            )}
          </div>
          {change.error && !isAtField && (
            <Notice tone="stop" role="alert" title={failureMessage(change.error)} />
          )}
        </Stack>
      </EarlyForm>
    </Card>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Session, SignInRequest } from '../../../contract/api/session.ts';
import { sessionQuery, settingsQuery, signIn } from '../../api/session.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { OrganisationSignIn } from '../../layouts/organisation-sign-in.tsx';
import { homeOf } from '../../layouts/require-session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { nextAddress } from './next-address.ts';
import { OidcProblem } from './oidc-problem.tsx';

const nothing: SignInRequest = { email: '', password: '' };

export function Page() {
  const { t } = useLingui();
  const { demo_accounts, oidc } = useSuspenseQuery(settingsQuery).data;
  const [params] = useSearchParams();
  const next = nextAddress(params);
  const enter = useEnter(next);
  const failureMessage = useFailureMessage();
  const submitButton = useRef<HTMLButtonElement>(null);
  const [values, setValues] = useState(nothing);
  const [missing, setMissing] = useState<Partial<SignInRequest>>({});

  const { mutate, isPending, error } = useMutation({ mutationFn: signIn, onSuccess: enter });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const email = values.email.trim();
    const faults = {
      ...(email === '' && { email: t`Enter your e-mail` }),
      ...(values.password === '' && { password: t`Enter your password` }),
    };
    setMissing(faults);
    const [first] = Object.keys(faults);
    if (first === undefined) mutate({ ...values, email });
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  }

  function fill(account: SignInRequest) {
    setValues(account);
    setMissing({});
    submitButton.current?.focus();
  }

  return (
    <Stack gap="s5">
      <PageTitle>{t`Sign in`}</PageTitle>
      <PageHead title={t`Sign in`} />
      <OidcProblem params={params} />
      {oidc && (
        <>
          <OrganisationSignIn next={next ?? undefined} />
          <h2>
            <Trans>Or with an account of Giro</Trans>
          </h2>
        </>
      )}
      <form noValidate onSubmit={submit}>
        <Stack>
          {error && <Notice tone="stop" role="alert" title={failureMessage(error)} />}
          <TextField
            label={t`E-mail`}
            type="email"
            name="email"
            autoComplete="username"
            value={values.email}
            onChange={({ currentTarget }) => setValues({ ...values, email: currentTarget.value })}
            error={missing.email}
          />
          <TextField
            label={t`Password`}
            type="password"
            name="password"
            autoComplete="current-password"
            value={values.password}
            onChange={({ currentTarget }) =>
              setValues({ ...values, password: currentTarget.value })
            }
            error={missing.password}
          />
          <Button
            ref={submitButton}
            type="submit"
            variant={oidc ? 'plain' : 'main'}
            wide
            pending={isPending}
          >
            <Trans>Sign in</Trans>
          </Button>
        </Stack>
      </form>
      {demo_accounts.length > 0 && <DemoAccounts accounts={demo_accounts} onUse={fill} />}
    </Stack>
  );
}

/** Takes the session into the cache and goes where the person was going. */
function useEnter(next: string | null) {
  const client = useQueryClient();
  const navigate = useNavigate();

  return (session: Session) => {
    client.setQueryData(sessionQuery.queryKey, session);
    return navigate(next ?? homeOf(session.user.role), { replace: true });
  };
}

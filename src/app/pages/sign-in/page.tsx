import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import {
  type FormEvent,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from 'react';
import { useLoaderData, useNavigate, useSearchParams } from 'react-router-dom';
import type { Session, Settings, SignInRequest } from '../../../contract/api/session.ts';
import { sessionQuery, signIn } from '../../api/session.ts';
import { OrganisationSignIn } from '../../auth/organisation-sign-in.tsx';
import { homeOf } from '../../auth/require-session.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { loadOwnWords } from '../../i18n/own-locale.ts';
import { AskAdministrator, SupportContact } from '../../layouts/support-contact.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { nextAddress } from './next-address.ts';

// Only for whom their organisation sends back.
const OidcProblem = lazy(async () => {
  const [module] = await Promise.all([import('./oidc-problem.tsx'), loadOwnWords('oidc')]);
  return { default: module.OidcProblem };
});

// What is missing, not the words for it: those follow the person's language.
const nothingMissing = { email: false, password: false };

/**
 * The form keeps its own values, as a native form does: they may be typed before the app has loaded.
 * State is plain for the same reason: the first page of everyone is to be light.
 */
export function Page() {
  const { t } = useLingui();
  const { demo_accounts, oidc } = useLoaderData<Settings>();
  const [params] = useSearchParams();
  const next = nextAddress(params);
  const enter = useEnter(next);
  const failureMessage = useFailureMessage();
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState(nothingMissing);
  const [error, setError] = useState<unknown>(null);
  const [isPending, startTransition] = useTransition();
  const alive = useAlive();

  // Sent while the page stood as HTML alone, when nothing heard it.
  useEffect(() => {
    if (form.current?.dataset.sent === undefined) return;
    delete form.current.dataset.sent;
    form.current.requestSubmit();
  }, []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const values = new FormData(event.currentTarget);
    const email = String(values.get('email')).trim();
    const password = String(values.get('password'));
    setMissing({ email: email === '', password: password === '' });
    if (email === '' || password === '') {
      const first = email === '' ? 'email' : 'password';
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    startTransition(async () => {
      setError(null);
      try {
        await enter(await signIn({ email, password }));
      } catch (failure) {
        setError(failure);
      }
    });
  }

  function fill(account: SignInRequest) {
    for (const name of ['email', 'password'] as const) {
      const field = form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
      if (field) field.value = account[name];
    }
    setMissing(nothingMissing);
    setError(null);
    form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  }

  return (
    <Stack gap="s5">
      <PageTitle>{t`Sign in`}</PageTitle>
      <PageHead title={t`Sign in`} />
      {params.has('problem') && (
        <Suspense>
          <OidcProblem params={params} />
        </Suspense>
      )}
      {oidc && (
        <>
          <OrganisationSignIn next={next ?? undefined} />
          <h2>
            <Trans>Or with e-mail and password</Trans>
          </h2>
        </>
      )}
      <form ref={form} method="post" noValidate onSubmit={submit}>
        <Stack>
          {error !== null && <Notice tone="stop" role="alert" title={failureMessage(error)} />}
          <TextField
            label={t`E-mail`}
            type="email"
            name="email"
            autoComplete="username"
            error={missing.email ? t`Enter your e-mail` : undefined}
          />
          <TextField
            label={t`Password`}
            type="password"
            name="password"
            autoComplete="current-password"
            enterKeyHint="go"
            error={missing.password ? t`Enter your password` : undefined}
          />
          <Button
            type={alive ? 'submit' : 'button'}
            variant={oidc ? 'plain' : 'main'}
            wide
            pending={isPending}
          >
            <Trans>Sign in</Trans>
          </Button>
        </Stack>
      </form>
      {demo_accounts.length > 0 && <DemoAccounts accounts={demo_accounts} onUse={fill} />}
      {/* What is painted before the app runs is the same for every operator. */}
      {alive ? <SupportContact /> : <AskAdministrator />}
    </Stack>
  );
}

/**
 * False while the page stands as HTML alone. Until the app has loaded no button submits the form, nor
 * does Enter, so that nothing is sent past the app, and what is typed stays.
 */
function useAlive(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
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

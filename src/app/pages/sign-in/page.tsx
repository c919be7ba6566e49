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
import { useLoaderData, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { homeOf } from '../../../contract/api/pages.ts';
import type { Session, Settings, SignInRequest } from '../../../contract/api/session.ts';
import { sessionQuery, signIn } from '../../api/session.ts';
import { OrganisationSignIn } from '../../auth/organisation-sign-in.tsx';
import { PageTitle } from '../../brand/page-title.tsx';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { AskAdministrator, SupportContact } from '../../layouts/support-contact.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { SignInData } from './loader.ts';

// Only for whom their organisation sends back.
const OidcProblem = lazy(async () => ({
  default: (await import('./oidc-problem.tsx')).OidcProblem,
}));

// What else is wrong with them is the BFF's to say.
const filledIn = z.object({
  email: z.string().check(z.trim(), z.minLength(1)),
  password: z.string().check(z.minLength(1)),
});
const fieldNames = ['email', 'password'] as const;
type FieldName = (typeof fieldNames)[number];

const noFields: readonly FieldName[] = [];

/**
 * The form keeps its own values, as a native form does: they may be typed before the app has loaded.
 * No form library and no mutation for the same reason: the first page of everyone is to be light.
 */
export function Page() {
  const { t } = useLingui();
  const { settings, next, problem } = useLoaderData<SignInData>();
  const { demo_accounts, oidc } = settings;
  const enter = useEnter(next);
  const failureMessage = useFailureMessage();
  const form = useRef<HTMLFormElement>(null);
  // What is missing, not the words for it: those follow the person's language.
  const [missing, setMissing] = useState(noFields);
  const [error, setError] = useState<unknown>(null);
  const [isPending, startTransition] = useTransition();
  const isHydrated = useIsHydrated();

  // Sent while the page stood as HTML alone, when nothing heard it.
  useEffect(() => {
    if (form.current?.dataset.sent === undefined) return;
    delete form.current.dataset.sent;
    form.current.requestSubmit();
  }, []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const account = z.safeParse(filledIn, Object.fromEntries(new FormData(event.currentTarget)));
    if (!account.success) {
      const { fieldErrors } = z.flattenError(account.error);
      const names = fieldNames.filter((name) => fieldErrors[name]);
      setMissing(names);
      inputOf(names[0])?.focus();
      return;
    }
    setMissing(noFields);
    startTransition(async () => {
      setError(null);
      try {
        await enter(await signIn(account.data));
      } catch (failure) {
        setError(failure);
      }
    });
  }

  function fill(account: SignInRequest) {
    for (const name of fieldNames) {
      const input = inputOf(name);
      if (input) input.value = account[name];
    }
    setMissing(noFields);
    setError(null);
    form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  }

  function inputOf(name: FieldName | undefined) {
    return form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
  }

  return (
    <Stack gap="s5">
      <PageTitle>{t`Sign in`}</PageTitle>
      <PageHead title={t`Sign in`} />
      {problem && (
        <Suspense>
          <OidcProblem problem={problem} />
        </Suspense>
      )}
      {oidc && (
        <>
          <OrganisationSignIn next={next} />
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
            error={missing.includes('email') ? t`Enter your e-mail` : undefined}
          />
          <TextField
            label={t`Password`}
            type="password"
            name="password"
            autoComplete="current-password"
            enterKeyHint="go"
            error={missing.includes('password') ? t`Enter your password` : undefined}
          />
          <Button
            type={isHydrated ? 'submit' : 'button'}
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
      {isHydrated ? <SupportContact /> : <AskAdministrator />}
    </Stack>
  );
}

type DemoAccountsProps = {
  accounts: Settings['demo_accounts'];
  onUse: (account: SignInRequest) => void;
};

/** The accounts that come with the sandbox; each button fills the form. */
function DemoAccounts({ accounts, onUse }: DemoAccountsProps) {
  return (
    <Card as="section" flat>
      <Stack gap="s3">
        <h2>
          <Trans>Sandbox accounts</Trans>
        </h2>
        {accounts.map(({ email, password }) => (
          <Button key={email} wide onClick={() => onUse({ email, password })}>
            <Trans>Use {email}</Trans>
          </Button>
        ))}
      </Stack>
    </Card>
  );
}

/**
 * False while the page stands as HTML alone. Until the app has loaded no button submits the form, nor
 * does Enter, so that nothing is sent past the app, and what is typed stays.
 */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

/** Takes the session into the cache and goes where the person was going. */
function useEnter(next: string | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();

  return (session: Session) => {
    client.setQueryData(sessionQuery.queryKey, session);
    return navigate(next ?? homeOf(session.user.role), { replace: true });
  };
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import {
  type FormEvent,
  lazy,
  Suspense,
  useCallback,
  useRef,
  useState,
  useTransition,
} from 'react';
import { useLoaderData, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { homeOf } from '../../../contract/api/pages.ts';
import type { Session, Settings } from '../../../contract/api/session.ts';
import type { SignInRequest } from '../../../contract/api/sign-in.ts';
import { sessionQuery, signIn } from '../../api/session.ts';
import { OrganisationSignIn } from '../../auth/organisation-sign-in.tsx';
import { PageTitle } from '../../brand/page-title.tsx';
import { EarlyForm } from '../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { withWords } from '../../i18n/own-locale.ts';
import { SupportContact } from '../../layouts/support-contact.tsx';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { usePasskeySupport } from '../../ui/use-passkey-support.ts';
import type { SignInData } from './loader.ts';

// Lazy: shown only after a failed sign-in with the organisation.
const OidcProblem = lazy(() =>
  withWords('rare', async () => ({ default: (await import('./oidc-problem.tsx')).OidcProblem })),
);

// Lazy: no sign-in with a password waits for it.
const passkeyCode = () => import('../../api/passkeys.ts');

// The BFF validates the rest.
const filledIn = z.object({
  email: z.string().check(z.trim(), z.minLength(1)),
  password: z.string().check(z.minLength(1)),
});
const fieldNames = ['email', 'password'] as const;
type FieldName = (typeof fieldNames)[number];

const noFields: readonly FieldName[] = [];

/**
 * The inputs are uncontrolled, because people type into the prerendered form before hydration. No form
 * library and no mutation, which keeps the first page small.
 */
export function Page() {
  const { t } = useLingui();
  const { settings, next, problem, hasSignedOut } = useLoaderData<SignInData>();
  const { demo_accounts, oidc, mail, passkeys } = settings;
  const enter = useEnter(next);
  const failureMessage = useFailureMessage();
  const form = useRef<HTMLFormElement>(null);
  // Field names instead of messages, so that these follow a change of language.
  const [missing, setMissing] = useState(noFields);
  const [error, setError] = useState<unknown>(null);
  const [isPending, startTransition] = useTransition();

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
    attempt(() => signIn(account.data));
  }

  function attempt(open: () => ReturnType<typeof signIn>) {
    setMissing(noFields);
    startTransition(async () => {
      setError(null);
      try {
        await enter(await open());
      } catch (failure) {
        setError(failure);
      }
    });
  }

  const isSupported = usePasskeySupport();
  // Passkeys are suggested in the field of the email from when the page is hydrated.
  const offer = useCallback(() => {
    if (!passkeys) return;
    const end = new AbortController();
    passkeyCode().then(
      ({ offerPasskeys }) => offerPasskeys(end.signal, enter, setError),
      () => {},
    );
    return () => end.abort();
  }, [passkeys, enter]);

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
      <p>
        <Trans>Send money abroad and follow each transfer.</Trans>
      </p>
      {hasSignedOut && error === null && (
        <Notice tone="done" role="status" title={<Trans>You signed out</Trans>} />
      )}
      {problem && (
        <Suspense>
          <OidcProblem problem={problem} />
        </Suspense>
      )}
      {oidc && (
        <>
          <OrganisationSignIn next={next} />
          <h2>
            <Trans>Or with email and password</Trans>
          </h2>
        </>
      )}
      <EarlyForm ref={form} method="post" noValidate onSubmit={submit}>
        <Stack>
          {error !== null && <Notice tone="stop" role="alert" title={failureMessage(error)} />}
          <TextField
            label={t`Email`}
            type="email"
            name="email"
            ref={offer}
            autoComplete={passkeys ? 'username webauthn' : 'username'}
            error={missing.includes('email') ? t`Enter your email` : undefined}
          />
          <PasswordField
            label={t`Password`}
            error={missing.includes('password') ? t`Enter your password` : undefined}
          />
          <Button type="submit" variant={oidc ? 'plain' : 'main'} wide pending={isPending}>
            <Trans>Sign in</Trans>
          </Button>
          {passkeys && isSupported && (
            <Button
              wide
              pending={isPending}
              onClick={() => attempt(async () => (await passkeyCode()).signInByPasskey())}
            >
              <Trans>Use a passkey</Trans>
            </Button>
          )}
        </Stack>
      </EarlyForm>
      {mail ? (
        <p>
          <Link to={paths.forgotPassword()}>
            <Trans>Forgot your password?</Trans>
          </Link>
        </p>
      ) : (
        <SupportContact question={<Trans>Forgot your password?</Trans>} />
      )}
      {demo_accounts.length > 0 && <DemoAccounts accounts={demo_accounts} onUse={fill} />}
    </Stack>
  );
}

type DemoAccountsProps = {
  accounts: Settings['demo_accounts'];
  onUse: (account: SignInRequest) => void;
};

/** The sandbox's accounts; each button fills the form. */
function DemoAccounts({ accounts, onUse }: DemoAccountsProps) {
  return (
    <Card as="section" flat>
      <Stack gap="s3">
        <h2>
          <Trans>Sandbox accounts</Trans>
        </h2>
        {accounts.map(({ email, password }) => (
          <Button key={email} wide onClick={() => onUse({ email, password })}>
            <span>
              <Trans>Use {email}</Trans>
            </span>
          </Button>
        ))}
      </Stack>
    </Card>
  );
}

/** Puts the session into the cache and opens the page that asked for sign-in. */
function useEnter(next: string | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();

  return useCallback(
    (answer: Awaited<ReturnType<typeof signIn>>) => {
      if ('second_factor' in answer) {
        return navigate(paths.secondFactor({ next }), { replace: true });
      }
      const session: Session = answer;
      client.setQueryData(sessionQuery.queryKey, session);
      return navigate(next ?? homeOf(session.user.role), { replace: true });
    },
    [client, navigate, next],
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { focusManager, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useCallback, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router-dom';
import { homeOf } from '../../contract/api/pages.ts';
import type { Session, User } from '../../contract/api/session.ts';
import {
  newestSession,
  sessionEndedKey,
  sessionQuery,
  settingsQuery,
  signIn,
} from '../api/session.ts';
import { tabStorage } from '../api/storage.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { paths } from '../router/paths.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { Stack } from '../ui/stack.tsx';
import { TextField } from '../ui/text-field.tsx';
import { OrganisationSignIn } from './organisation-sign-in.tsx';
import { SecondStep } from './second-step.tsx';
import { useSignOut } from './use-sign-out.ts';

type SignInDialogProps = { user: User };

/** Asks for the password again over the page, or links to the organisation's sign-in. */
export function SignInDialog({ user }: SignInDialogProps) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const { oidc } = useSuspenseQuery(settingsQuery).data;
  const { pathname, search } = useLocation();
  const goOn = useGoOn(user);
  // What the sign-in asks after the password.
  const [methods, setMethods] = useState<readonly string[]>();
  const again = useMutation({
    mutationFn: signIn,
    onSuccess(answer) {
      if (!('second_factor' in answer)) goOn(answer);
      // A new second factor has a page of its own; what was typed here is lost then.
      else if (answer.second_factor.methods.length > 0) setMethods(answer.second_factor.methods);
      else window.location.assign(paths.secondFactor({ next: pathname + search }));
    },
  });
  const checkOnFocus = useSessionOfOtherTab(goOn);
  const someoneElse = useSignOut();
  const error = again.error ?? someoneElse.error;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    if (again.isPending || typeof password !== 'string') return;
    again.mutate({ email: user.email, password });
  }

  if (methods) {
    return (
      <Dialog
        title={
          methods.includes('passkey') ? (
            <Trans>Confirm it’s you</Trans>
          ) : (
            <Trans>Enter your code</Trans>
          )
        }
      >
        <SecondStep focus methods={methods} onSession={goOn} />
        <Button variant="quiet" onClick={() => setMethods(undefined)}>
          <Trans>Back</Trans>
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog title={<Trans>Your session ended</Trans>}>
      <form ref={checkOnFocus} onSubmit={submit}>
        <Stack>
          <p>
            <Trans>Sign in to continue. What you typed is still here.</Trans>
          </p>
          {oidc && (
            <>
              <OrganisationSignIn next={pathname + search} />
              <h3>
                <Trans>Or with email and password</Trans>
              </h3>
            </>
          )}
          <TextField
            label={t`Email`}
            type="email"
            name="email"
            autoComplete="username"
            readOnly
            value={user.email}
          />
          <PasswordField label={t`Password`} required />
          {error !== null && <Notice tone="stop" role="alert" title={failureMessage(error)} />}
          <Button type="submit" variant={oidc ? 'plain' : 'main'} wide pending={again.isPending}>
            <Trans>Sign in</Trans>
          </Button>
          <Button variant="quiet" pending={someoneElse.isPending} onClick={someoneElse.leave}>
            <Trans>Use another account</Trans>
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

/**
 * Checks for a new session each time the tab gets focus: the person may have signed in in another tab.
 * @returns the ref of the form; the checks stop when it unmounts
 */
function useSessionOfOtherTab(goOn: (session: Session) => void) {
  const { mutate: check } = useMutation({ mutationFn: newestSession, onSuccess: goOn });
  return useCallback(() => focusManager.subscribe((hasFocus) => hasFocus && check()), [check]);
}

/** Refreshes the page for the same person; anyone else gets a full page load of their own home. */
function useGoOn(before: User) {
  const client = useQueryClient();
  const { revalidate } = useRevalidator();

  return (session: Session) => {
    if (session.user.id !== before.id) {
      tabStorage.clear();
      window.location.replace(homeOf(session.user.role));
      return;
    }
    client.setQueryData(sessionQuery.queryKey, session);
    client.setQueryData(sessionEndedKey, false);
    void client.invalidateQueries();
    // The page may show an error because its loader was refused: load it again.
    void revalidate();
  };
}

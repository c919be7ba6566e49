import { Trans, useLingui } from '@lingui/react/macro';
import { focusManager, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useCallback } from 'react';
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
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/stack.tsx';
import { TextField } from '../ui/text-field.tsx';
import { OrganisationSignIn } from './organisation-sign-in.tsx';
import { useSignOut } from './use-sign-out.ts';

export type SignInDialogProps = { user: User };

/** Asks for the password again, or leads to the organisation. */
export function SignInDialog({ user }: SignInDialogProps) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const { oidc } = useSuspenseQuery(settingsQuery).data;
  const { pathname, search } = useLocation();
  const goOn = useGoOn(user);
  const again = useMutation({ mutationFn: signIn, onSuccess: goOn });
  const lookWhenSeen = useSessionOfOtherTab(goOn);
  const someoneElse = useSignOut();
  const error = again.error ?? someoneElse.error;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    if (again.isPending || typeof password !== 'string') return;
    again.mutate({ email: user.email, password });
  }

  return (
    <Dialog title={<Trans>Your session ended</Trans>}>
      <form ref={lookWhenSeen} onSubmit={submit}>
        <Stack>
          <p>
            <Trans>Sign in to go on; what you typed is still here.</Trans>
          </p>
          {oidc && (
            <>
              <OrganisationSignIn next={pathname + search} />
              <h3>
                <Trans>Or with e-mail and password</Trans>
              </h3>
            </>
          )}
          <TextField
            label={t`E-mail`}
            type="email"
            name="email"
            autoComplete="username"
            readOnly
            value={user.email}
          />
          <TextField
            label={t`Password`}
            type="password"
            name="password"
            autoComplete="current-password"
            enterKeyHint="go"
            required
          />
          {error !== null && <Notice tone="stop" role="alert" title={failureMessage(error)} />}
          <Button type="submit" variant={oidc ? 'plain' : 'main'} wide pending={again.isPending}>
            <Trans>Sign in</Trans>
          </Button>
          <Button variant="quiet" pending={someoneElse.isPending} onClick={someoneElse.leave}>
            <Trans>Sign in as someone else</Trans>
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

/**
 * Looks for a new session whenever the tab is looked at: the person may have signed in in another tab.
 * @returns the ref of what asks them to: it looks for as long as that stands
 */
function useSessionOfOtherTab(goOn: (session: Session) => void) {
  const { mutate: look } = useMutation({ mutationFn: newestSession, onSuccess: goOn });
  return useCallback(() => focusManager.subscribe((isSeen) => isSeen && look()), [look]);
}

/** The same person goes on where they were; anyone else starts from their own home, from nothing. */
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
    // A page whose own data was refused stands as an error: this lets it load.
    void revalidate();
  };
}

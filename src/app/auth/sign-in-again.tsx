import { skipToken, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { User } from '../../contract/api/session.ts';
import { sessionEndedKey } from '../api/session.ts';

export type SignInAgainProps = { user: User };

// Few sessions end while a page is open.
const SignInDialog = lazy(async () => ({
  default: (await import('./sign-in-dialog.tsx')).SignInDialog,
}));

/** Stands over the page when the session has ended, so that the page and its form stay as they were. */
export function SignInAgain({ user }: SignInAgainProps) {
  return (
    <Suspense>
      <SignInDialog user={user} />
    </Suspense>
  );
}

export function useSessionEnded(): boolean {
  const { data = false } = useQuery<boolean>({ queryKey: sessionEndedKey, queryFn: skipToken });
  return data;
}

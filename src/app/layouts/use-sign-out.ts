import { useQueryClient } from '@tanstack/react-query';
import { useState, useTransition } from 'react';
import { useNavigate } from 'react-router-dom';
import { isFailure } from '../api/api-error.ts';
import { signOut } from '../api/session.ts';
import { paths } from '../paths.ts';
import { markSignedOut } from './signed-out.ts';

/**
 * Ends the session and goes to the sign-in page; the frame forgets the person as it goes, and leads on
 * to their organisation's sign-out where they came from there.
 * State is plain, for the frame stands on every page and does nothing else that changes something.
 */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const [isPending, startTransition] = useTransition();

  function leave() {
    setError(null);
    startTransition(async () => {
      try {
        const further = await signOut().catch((error: unknown) => {
          if (!isFailure(error, 'not-signed-in')) throw error;
        });
        markSignedOut(client, { further: further?.end_session_url ?? null });
        await navigate(paths.signIn(), { replace: true });
      } catch (failure) {
        setError(failure);
      }
    });
  }

  return { leave, isPending, error };
}

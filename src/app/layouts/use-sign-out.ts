import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { isFailure } from '../api/api-error.ts';
import { sessionQuery, signOut } from '../api/session.ts';
import { paths } from '../paths.ts';

/** Ends the session, forgets all that this browser holds of it, and goes to the sign-in page. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();

  return useMutation({
    mutationFn: async () => {
      try {
        await signOut();
      } catch (error) {
        if (!isFailure(error, 'not-signed-in')) throw error;
      }
      // The pages stay whole until the sign-in page is there; only then is their data taken away.
      client.removeQueries(sessionQuery);
      await navigate(paths.signIn(), { replace: true });
      client.clear();
      sessionStorage.clear();
    },
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { isFailure } from '../api/api-error.ts';
import { signOut } from '../api/session.ts';
import { paths } from '../paths.ts';
import { markSignedOut } from './signed-out.ts';

/**
 * Ends the session and goes to the sign-in page; the frame forgets the person as it goes, and leads on
 * to their organisation's sign-out where they came from there.
 */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();

  return useMutation({
    mutationFn: async () => {
      const further = await signOut().catch((error: unknown) => {
        if (!isFailure(error, 'not-signed-in')) throw error;
      });
      markSignedOut(client, { further: further?.end_session_url ?? null });
      await navigate(paths.signIn(), { replace: true });
    },
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { isFailure } from '../api/api-error.ts';
import { signOut } from '../api/session.ts';
import { paths } from '../paths.ts';
import { markSignedOut } from './signed-out.ts';

/** Ends the session and goes to the sign-in page; the frame forgets the person as it goes. */
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
      markSignedOut(client);
      await navigate(paths.signIn(), { replace: true });
    },
  });
}

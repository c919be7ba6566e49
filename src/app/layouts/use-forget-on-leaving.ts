import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetPerson, isSignedOut } from './signed-out.ts';

/** Forgets the person once the last page of theirs has gone: sooner, that page would ask for its data again. */
export function useForgetOnLeaving(): void {
  const client = useQueryClient();

  // Only the end of an effect tells that the page has gone.
  useEffect(() => {
    return () => {
      if (isSignedOut(client)) forgetPerson(client);
    };
  }, [client]);
}

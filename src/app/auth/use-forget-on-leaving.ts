import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetPending } from '../open-sends/pending-sends.ts';
import { forgetPerson, signedOut, takeOver } from './signed-out.ts';

/**
 * Forgets the person once the last page of theirs has gone: sooner, that page would ask for its data
 * again. Only then the browser may leave to sign out elsewhere, or it would come back to what is left.
 */
export function useForgetOnLeaving(user_id: string): void {
  const client = useQueryClient();

  // Only the end of an effect tells that the page has gone.
  useEffect(() => {
    takeOver(user_id);
    return () => {
      const out = signedOut(client);
      if (!out) return;
      forgetPerson(client);
      forgetPending(user_id);
      if (out.further !== null) window.location.assign(out.further);
    };
  }, [client, user_id]);
}

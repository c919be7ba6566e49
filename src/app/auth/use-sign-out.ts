import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useTransition } from 'react';
import { useNavigate } from 'react-router-dom';
import { isFailure } from '../api/api-error.ts';
import { signOut } from '../api/session.ts';
import { paths } from '../router/paths.ts';
import { markSignedOut, signedOut } from './signed-out.ts';

const channelName = 'giro-signed-out';

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
        tellOtherTabs();
        await navigate(paths.signIn(), { replace: true });
      } catch (failure) {
        setError(failure);
      }
    });
  }

  return { leave, isPending, error };
}

/**
 * Leaves for the sign-in page as soon as the person signs out in another tab.
 * @returns whether that has begun: what still stands is to be hidden
 */
export function useLeaveWithOtherTabs(): boolean {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);

  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = () => {
      // This tab's own sign-out comes back to it.
      if (signedOut(client)) return;
      markSignedOut(client, { further: null });
      setLeaving(true);
      void navigate(paths.signIn(), { replace: true });
    };
    return () => channel.close();
  }, [client, navigate]);

  return isLeaving;
}

/** A browser without the channel learns it from the next call that is refused. */
function tellOtherTabs() {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('signed out');
  channel.close();
}

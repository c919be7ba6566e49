import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useTransition } from 'react';
import { useNavigate } from 'react-router-dom';
import { isFailure } from '../api/api-error.ts';
import { signOut } from '../api/session.ts';
import { forgetPending } from '../open-sends/pending-sends.ts';
import { paths } from '../router/paths.ts';
import { forgetPerson, markSignedOut, signedOut, takeOver } from './signed-out.ts';

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
 * Makes the tab the person's for as long as their pages stand in it, and leaves for the sign-in page as
 * soon as they sign out in another one.
 * The person is forgotten once the last page of theirs has gone: sooner, that page would ask for its data
 * again. Only then the browser may leave to sign out elsewhere, or it would come back to what is left.
 * @returns whether another tab's sign-out is being followed: what still stands is to be hidden
 */
export function useSignedInTab(user_id: string): boolean {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);

  // Other tabs are heard by an event alone, and only the end of an effect tells that the page has gone.
  useEffect(() => {
    takeOver(user_id);
    const channel = openChannel();
    channel?.addEventListener('message', () => {
      // This tab's own sign-out comes back to it.
      if (signedOut(client)) return;
      markSignedOut(client, { further: null });
      setLeaving(true);
      void navigate(paths.signIn(), { replace: true });
    });
    return () => {
      channel?.close();
      const out = signedOut(client);
      if (!out) return;
      forgetPerson(client);
      forgetPending(user_id);
      if (out.further !== null) window.location.assign(out.further);
    };
  }, [client, navigate, user_id]);

  return isLeaving;
}

function tellOtherTabs() {
  const channel = openChannel();
  channel?.postMessage('signed out');
  channel?.close();
}

/** A browser without the channel learns of a sign-out from the next call that is refused. */
function openChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName);
}

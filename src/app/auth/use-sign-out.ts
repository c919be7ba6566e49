import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState, useTransition } from 'react';
import { useNavigate } from 'react-router-dom';
import { isFailure } from '../api/api-error.ts';
import { forgetDevice } from '../api/own-device.ts';
import { signOut } from '../api/session.ts';
import { browserStorage, pushKey } from '../api/storage.ts';
import { withPush } from '../api/with-push.ts';
import { forgetPending } from '../open-sends/pending-sends.ts';
import { paths } from '../router/paths.ts';
import { forgetPerson, isOfAnother, markSignedOut, signedOut, takeOver } from './signed-out.ts';

const channelName = 'giro-signed-out';

/**
 * Ends the session and goes to the sign-in page. `useSignedInTab` then deletes the person's data and goes
 * on to the organisation's sign-out, if there is one. Plain state instead of `useMutation`, whose code
 * every page would load for this button alone.
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
        // The server has forgotten the device with the session.
        withPush(({ dropSubscription }) => dropSubscription());
        // At once, because the next person of this browser must not get notifications that nobody chose.
        browserStorage.remove(pushKey);
        forgetDevice();
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
 * Assigns the tab to the person while the layout is mounted, and goes to the sign-in page when they sign
 * out in another tab. The person's data is deleted on unmount: earlier, the page would fetch it again;
 * and before the redirect to the provider, or Back would show it. A layout effect, because a press of
 * Back can come before the effects that follow a paint.
 * @returns true while it follows another tab's sign-out: hide the page
 */
export function useSignedInTab(user_id: string): boolean {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);

  // Another tab's sign-out comes as an event, and only the cleanup knows that the page has unmounted.
  useLayoutEffect(() => {
    const wasOfAnother = isOfAnother(user_id);
    takeOver(user_id);
    // The browser may still show the notifications of the person before.
    if (wasOfAnother) withPush(({ renewPush }) => renewPush());
    const channel = openChannel();
    channel?.addEventListener('message', () => {
      // A channel of this tab posted it: the sign-out is already under way here.
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

/** Undefined without BroadcastChannel: the next refused request then shows that the session ended. */
function openChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName);
}

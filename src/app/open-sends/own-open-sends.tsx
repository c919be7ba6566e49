import { type QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { reads } from '../../contract/api/reads.ts';
import { sendKeys } from '../api/query-keys.ts';
import { request } from '../api/request.ts';
import { sessionQuery } from '../api/session.ts';
import { soon } from '../api/soon.ts';
import { heldPart } from '../hydration/optional-part.ts';
import type { NextScheduledProps } from '../orders/next-scheduled.tsx';
import type { OpenSendsNoticeProps, PendingSendsNoticeProps } from './open-sends-notice.tsx';
import { hasPending, usePendingSends } from './pending-sends.ts';

/** The person's open sends, unvalidated: the schema is too heavy for the pages that show the notice. */
const anyOpenSendsQuery = queryOptions({
  queryKey: sendKeys.any,
  queryFn: ({ signal }) => request(z.array(z.unknown()), reads.openSends.url, { signal }),
  staleTime: 0,
});

// Loaded on demand: most people have no open send.
const notice = heldPart<OpenSendsNoticeProps>(
  async () => (await import('./open-sends-notice.tsx')).OpenSendsNotice,
);
const pending = heldPart<PendingSendsNoticeProps>(
  async () => (await import('./open-sends-notice.tsx')).PendingSendsNotice,
);

const scheduled = heldPart<NextScheduledProps>(
  async () => (await import('../orders/next-scheduled.tsx')).NextScheduled,
);

const pollMs = 10_000;

const anyOrder = z.object({
  order: z.object({
    ...{ state: z.string(), kind: z.string() },
    ...{ waits_for: z.string(), unsure_since: z.optional(z.string()) },
  }),
});

/** What is sent on days; undefined for a send, and for what is held for some seconds. */
function scheduledIn(one: unknown) {
  const { order } = z.safeParse(anyOrder, one).data ?? {};
  return order?.kind === 'held' && order.waits_for !== 'approval' ? undefined : order;
}

/** It asks nothing: it is told apart from what the person has to look at. */
function isCalm(one: unknown): boolean {
  const order = scheduledIn(one);
  if (!order || order.state === 'needs_you') return false;
  // A paused one that may have been sent before a loss asks too.
  return !order.unsure_since || order.waits_for !== 'person';
}

/** For page loaders: prefetches the notices, so that they appear with the page and cause no layout shift. */
export async function prepareOpenSends(client: QueryClient): Promise<void> {
  const known = client.getQueryData(anyOpenSendsQuery.queryKey);
  const read = client.fetchQuery(anyOpenSendsQuery);
  // If the read fails, the page shows no notice.
  const ready = (known ? Promise.resolve(known) : read)
    .then((sends) =>
      Promise.all([
        !sends.every(isCalm) && notice.fetch(),
        sends.some(isCalm) && scheduled.fetch(),
      ]),
    )
    .catch(() => null);
  void read.catch(() => null);
  await soon(Promise.all([ready, hasPending() && pending.fetch()]));
}

/**
 * What of the person is not sent, or not confirmed. A deferred value, and what shows it is memoized: React throws away
 * what the server rendered if it renders that again, and not deferred, before the notice's script is there.
 */
function useAnyOpen() {
  const { data } = useQuery({
    ...anyOpenSendsQuery,
    // The page's loader has just fetched them.
    refetchOnMount: false,
    refetchInterval: ({ state }) => (state.data?.length ? pollMs : false),
  });
  return useDeferredValue(data) ?? [];
}

type OwnOpenSendsProps = Pick<OpenSendsNoticeProps, 'isAboveRows'>;

/** For a sender: notices of their unconfirmed transfers, and of those that are about to be sent or ask them. */
export function OwnOpenSends({ isAboveRows }: OwnOpenSendsProps) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const open = useAnyOpen();
  const unheard = usePendingSends(user.id);
  // Read once: a part that the loader has prefetched is rendered without suspending.
  const [OpenSendsNotice] = useState(notice.part);
  const [PendingSendsNotice] = useState(pending.part);
  return useMemo(() => {
    const sends = open.filter((one) => !isCalm(one));
    const untold = unheard.filter(({ told }) => !told);
    return (
      <Suspense fallback={null}>
        {sends.length > 0 && <OpenSendsNotice sends={sends} isAboveRows={isAboveRows} />}
        {untold.length > 0 && <PendingSendsNotice sends={untold} />}
      </Suspense>
    );
  }, [open, unheard, isAboveRows, OpenSendsNotice, PendingSendsNotice]);
}

/** For a sender: the next of what is sent on days; nothing if there is none. Asks for nothing of its own. */
export function OwnScheduled() {
  const open = useAnyOpen();
  const [NextScheduled] = useState(scheduled.part);
  return useMemo(() => {
    const orders = open.filter(isCalm);
    return (
      <Suspense fallback={null}>{orders.length > 0 && <NextScheduled orders={orders} />}</Suspense>
    );
  }, [open, NextScheduled]);
}

/** How many of the person's transfers are sent on days; 0 while that is not known. */
export const useScheduledCount = () =>
  useAnyOpen().filter((one) => scheduledIn(one) !== undefined).length;

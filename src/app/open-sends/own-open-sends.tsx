import { type QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { reads } from '../../contract/api/reads.ts';
import { sendKeys } from '../api/query-keys.ts';
import { request } from '../api/request.ts';
import { sessionQuery } from '../api/session.ts';
import { optionalPart } from '../ui/optional-part.ts';
import type { OpenSendsNoticeProps, PendingSendsNoticeProps } from './open-sends-notice.tsx';
import { hasPending, usePendingSends } from './pending-sends.ts';

/** This person's sendings without a known outcome, as they came: this is asked on pages that weigh little. */
const anyOpenSendsQuery = queryOptions({
  queryKey: sendKeys.any,
  queryFn: ({ signal }) => request(z.array(z.unknown()), reads.openSends.url, { signal }),
  staleTime: 0,
});

// Few people have one; who has none is spared its weight.
const open = heldPart<OpenSendsNoticeProps>(
  async () => (await import('./open-sends-notice.tsx')).OpenSendsNotice,
);
const pending = heldPart<PendingSendsNoticeProps>(
  async () => (await import('./open-sends-notice.tsx')).PendingSendsNotice,
);

/** A page does not wait longer than that for what it can be without. In milliseconds. */
const maxWait = 300;
const lookAgainEvery = 10_000;

/** For the loader of a page with the notices: they are there as the page is, and push nothing away. */
export async function prepareOpenSends(client: QueryClient): Promise<void> {
  const known = client.getQueryData(anyOpenSendsQuery.queryKey);
  const read = client.fetchQuery(anyOpenSendsQuery);
  // Where it can't be read the page does without.
  const ready = (known ? Promise.resolve(known) : read)
    .then((sends) => (sends.length > 0 ? open.fetch() : null))
    .catch(() => null);
  void read.catch(() => null);
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, maxWait);
  await Promise.race([Promise.all([ready, hasPending() && pending.fetch()]), late]);
  clearTimeout(timer);
}

/** For a sender: leads back to their sendings whose outcome is not known, where there are any. */
export function OwnOpenSends() {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { data: sends = [] } = useQuery({
    ...anyOpenSendsQuery,
    // The page's loader has just asked.
    refetchOnMount: false,
    refetchInterval: ({ state }) => (state.data?.length ? lookAgainEvery : false),
  });
  const unheard = usePendingSends(user.id).filter(({ told }) => !told);
  // One that was fetched by then is drawn at once.
  const [OpenSendsNotice] = useState(() => open.part());
  const [PendingSendsNotice] = useState(() => pending.part());
  return (
    <Suspense fallback={null}>
      {sends.length > 0 && <OpenSendsNotice sends={sends} />}
      {unheard.length > 0 && <PendingSendsNotice sends={unheard} />}
    </Suspense>
  );
}

/** An optional part that can be fetched before the page that shows it is drawn. */
function heldPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let held: ComponentType<Props> | undefined;
  const Later = optionalPart(load);
  return {
    async fetch() {
      held = await load().catch(() => undefined);
    },
    part: (): ComponentType<Props> => held ?? Later,
  };
}

import { type QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { reads } from '../../contract/api/reads.ts';
import { sendKeys } from '../api/query-keys.ts';
import { request } from '../api/request.ts';
import { sessionQuery } from '../api/session.ts';
import { soon } from '../api/soon.ts';
import { optionalPart } from '../hydration/optional-part.ts';
import type { OpenSendsNoticeProps, PendingSendsNoticeProps } from './open-sends-notice.tsx';
import { hasPending, usePendingSends } from './pending-sends.ts';

/** The person's open sends, unvalidated: the schema is too heavy for the pages that show the notice. */
const anyOpenSendsQuery = queryOptions({
  queryKey: sendKeys.any,
  queryFn: ({ signal }) => request(z.array(z.unknown()), reads.openSends.url, { signal }),
  staleTime: 0,
});

// Loaded on demand: most people have no open send.
const open = heldPart<OpenSendsNoticeProps>(
  async () => (await import('./open-sends-notice.tsx')).OpenSendsNotice,
);
const pending = heldPart<PendingSendsNoticeProps>(
  async () => (await import('./open-sends-notice.tsx')).PendingSendsNotice,
);

const pollMs = 10_000;

/** For page loaders: prefetches the notices, so that they appear with the page and cause no layout shift. */
export async function prepareOpenSends(client: QueryClient): Promise<void> {
  const known = client.getQueryData(anyOpenSendsQuery.queryKey);
  const read = client.fetchQuery(anyOpenSendsQuery);
  // If the read fails, the page shows no notice.
  const ready = (known ? Promise.resolve(known) : read)
    .then((sends) => (sends.length > 0 ? open.fetch() : null))
    .catch(() => null);
  void read.catch(() => null);
  await soon(Promise.all([ready, hasPending() && pending.fetch()]));
}

type OwnOpenSendsProps = Pick<OpenSendsNoticeProps, 'isAboveRows'>;

/** For a sender: notices of their unconfirmed transfers. */
export function OwnOpenSends({ isAboveRows }: OwnOpenSendsProps) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { data: sends = [] } = useQuery({
    ...anyOpenSendsQuery,
    // The page's loader has just fetched them.
    refetchOnMount: false,
    refetchInterval: ({ state }) => (state.data?.length ? pollMs : false),
  });
  const unheard = usePendingSends(user.id).filter(({ told }) => !told);
  // Read once: a part that the loader has prefetched is rendered without suspending.
  const [OpenSendsNotice] = useState(() => open.part());
  const [PendingSendsNotice] = useState(() => pending.part());
  return (
    <Suspense fallback={null}>
      {sends.length > 0 && <OpenSendsNotice sends={sends} isAboveRows={isAboveRows} />}
      {unheard.length > 0 && <PendingSendsNotice sends={unheard} />}
    </Suspense>
  );
}

/** A lazy component that can be prefetched before it is rendered. */
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

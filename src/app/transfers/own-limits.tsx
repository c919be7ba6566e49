import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { settingsQuery } from '../api/session.ts';
import { soon } from '../api/soon.ts';
import { heldPart } from '../hydration/optional-part.ts';
import type { LimitLeftProps, ReachedWordsProps } from './limit-words.tsx';

// Loaded on demand: most operators limit nothing, and then nothing is asked for.
const loadWords = () => import('./limit-words.tsx');
const left = heldPart<LimitLeftProps>(async () => (await loadWords()).LimitLeft);
const reached = heldPart<ReachedWordsProps>(async () => (await loadWords()).ReachedWords);

/** For page loaders: what is left of the person's limits appears with the page. */
export async function prepareLimits(client: QueryClient): Promise<void> {
  await soon(fetchLimits(client).catch(() => null));
}

async function fetchLimits(client: QueryClient): Promise<void> {
  const { limits } = await client.ensureQueryData(settingsQuery);
  if (limits === undefined) return;
  const parts = [left.fetch(), reached.fetch()];
  const [{ limitsQuery }] = await Promise.all([import('../api/limits.ts'), ...parts]);
  await client.prefetchQuery(limitsQuery);
}

/** True in a currency in which what a person sends is limited. */
export function useIsLimited(currency: string): boolean {
  // Every loader fetches the settings.
  const settings = useQueryClient().getQueryData(settingsQuery.queryKey);
  return settings?.limits?.includes(currency) ?? false;
}

/** What is left of the person's limits beside an amount. Only where `useIsLimited`. */
export function OwnLimit(props: LimitLeftProps) {
  const [LimitLeft] = useState(() => left.part());
  return (
    <Suspense fallback={null}>
      <LimitLeft {...props} />
    </Suspense>
  );
}

/** Which limit a refused amount is over, what is used of it, and when enough is free. */
export function ReachedLimit(props: ReachedWordsProps) {
  const [ReachedWords] = useState(() => reached.part());
  return (
    <Suspense fallback={null}>
      <ReachedWords {...props} />
    </Suspense>
  );
}

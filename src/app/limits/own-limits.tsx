import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { settingsQuery } from '../api/session.ts';
import { soon } from '../api/soon.ts';
import { heldPart } from '../hydration/optional-part.ts';
import type { LimitLeftProps } from './limit-left.tsx';

// Loaded on demand: most operators limit nothing, and then nothing is asked for.
const load = () => import('./limit-left.tsx');
const left = heldPart<LimitLeftProps>(async () => (await load()).LimitLeft);

/** For page loaders: what is left of the person's limits appears with the page. */
export async function prepareLimits(client: QueryClient): Promise<void> {
  const { limits } = await client.ensureQueryData(settingsQuery);
  if (limits) await soon(Promise.all([left.fetch(), load().then((part) => part.prefetch(client))]));
}

/** True in a currency in which what a person sends is limited. */
export function useIsLimited(currency: string): boolean {
  // Every loader fetches the settings.
  const settings = useQueryClient().getQueryData(settingsQuery.queryKey);
  return !!settings?.limits?.includes(currency);
}

/** What is left of the person's limits beside an amount. Only where `useIsLimited`. */
export function OwnLimit(props: LimitLeftProps) {
  const [LimitLeft] = useState(left.part);
  return (
    <Suspense fallback={null}>
      <LimitLeft {...props} />
    </Suspense>
  );
}

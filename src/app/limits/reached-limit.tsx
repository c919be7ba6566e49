import { Suspense, useState } from 'react';
import { heldPart } from '../hydration/optional-part.ts';
import type { ReachedWordsProps } from './reached-words.tsx';

const reached = heldPart<ReachedWordsProps>(
  async () => (await import('./reached-words.tsx')).ReachedWords,
);

/** For page loaders, where something is limited: a refusal has its words at once, also without a network. */
export const prepareReached = reached.fetch;

/** Which limit a refused amount is over, what is used of it, and when enough is free. */
export function ReachedLimit(props: ReachedWordsProps) {
  const [ReachedWords] = useState(reached.part);
  return (
    <Suspense fallback={null}>
      <ReachedWords {...props} />
    </Suspense>
  );
}

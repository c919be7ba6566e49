import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { anyOpenSendsQuery } from '../api/any-open-sends.ts';
import { optionalPart } from '../ui/optional-part.ts';

// Few people have one; who has none is spared its weight.
const OpenSendsNotice = optionalPart(
  async () => (await import('./open-sends-notice.tsx')).OpenSendsNotice,
);

/** For a sender: leads back to their sendings whose outcome is not known, where there are any. */
export function OwnOpenSends() {
  const { data: hasSome } = useQuery(anyOpenSendsQuery);
  return hasSome ? (
    <Suspense fallback={null}>
      <OpenSendsNotice />
    </Suspense>
  ) : null;
}

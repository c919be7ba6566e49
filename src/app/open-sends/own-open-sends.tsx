import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { anyOpenSendsQuery } from '../api/any-open-sends.ts';

// Few people have one; who has none is spared its weight, and a page is whole without it.
const OpenSendsNotice = lazy<ComponentType>(() =>
  import('./open-sends-notice.tsx').then(
    (module) => ({ default: module.OpenSendsNotice }),
    () => ({ default: () => null }),
  ),
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

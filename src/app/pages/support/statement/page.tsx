import { Trans } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useLoaderData } from 'react-router-dom';
import { paths } from '../../../router/paths.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

// Lazy, because two pages have it: what pages share is loaded with every page.
const StatementPage = lazy(async () => ({
  default: (await import('../../../statement/statement-page.tsx')).StatementPage,
}));

/** A sender's statement, for support. */
export function Page() {
  const user = useLoaderData<string>();
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <StatementPage
        user={user}
        back={{ to: paths.sender(user), label: <Trans>Sender</Trans> }}
        pathOf={(query) => paths.senderStatement(user, query)}
      />
    </Suspense>
  );
}

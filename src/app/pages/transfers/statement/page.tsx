import { Trans } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { paths } from '../../../router/paths.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

// Lazy, because two pages have it: what pages share is loaded with every page.
const StatementPage = lazy(async () => ({
  default: (await import('../../../statement/statement-page.tsx')).StatementPage,
}));

/** The person's own statement. */
export function Page() {
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <StatementPage
        user={undefined}
        back={{ to: paths.transfers(), label: <Trans>Transfers</Trans> }}
        pathOf={paths.statement}
      />
    </Suspense>
  );
}

import { Trans } from '@lingui/react/macro';
import { useLoaderData } from 'react-router-dom';
import { paths } from '../../../router/paths.ts';
import type { StatementPage as Sheet } from '../../../statement/statement-page.tsx';

/** The person's own statement. */
export function Page() {
  const { StatementPage } = useLoaderData<{ StatementPage: typeof Sheet }>();
  return (
    <StatementPage
      user={undefined}
      back={{ to: paths.transfers(), label: <Trans>Transfers</Trans> }}
      pathOf={paths.statement}
    />
  );
}

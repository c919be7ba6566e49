import { Trans } from '@lingui/react/macro';
import { useLoaderData } from 'react-router-dom';
import { paths } from '../../../router/paths.ts';
import type { StatementPage as Sheet } from '../../../statement/statement-page.tsx';

/** A sender's statement, for support. */
export function Page() {
  const { StatementPage, user } = useLoaderData<{ StatementPage: typeof Sheet; user: string }>();
  return (
    <StatementPage
      user={user}
      back={{ to: paths.sender(user), label: <Trans>Sender</Trans> }}
      pathOf={(query) => paths.senderStatement(user, query)}
    />
  );
}

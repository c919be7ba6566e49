import { Trans } from '@lingui/react/macro';
import { useLoaderData } from 'react-router-dom';
import { paths } from '../../../router/paths.ts';
import { StatementPage } from '../../../statement/statement-page.tsx';

/** A sender's statement, for support. */
export function Page() {
  const user = useLoaderData<string>();
  return (
    <StatementPage
      user={user}
      back={{ to: paths.sender(user), label: <Trans>Sender</Trans> }}
      pathOf={(query) => paths.senderStatement(user, query)}
    />
  );
}

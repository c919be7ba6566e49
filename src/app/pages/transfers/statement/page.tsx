import { Trans } from '@lingui/react/macro';
import { paths } from '../../../router/paths.ts';
import { StatementPage } from '../../../statement/statement-page.tsx';

/** The person's own statement. */
export function Page() {
  return (
    <StatementPage
      user={undefined}
      back={{ to: paths.transfers(), label: <Trans>Transfers</Trans> }}
      pathOf={paths.statement}
    />
  );
}

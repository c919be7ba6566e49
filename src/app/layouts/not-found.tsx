import { Trans, useLingui } from '@lingui/react/macro';
import { HomeLink } from './home-link.tsx';
import { PageMessage } from './page-message.tsx';

export function NotFound() {
  const { t } = useLingui();
  return (
    <PageMessage title={t`Not found`} actions={<HomeLink />}>
      <p>
        <Trans>There is nothing at this address, or it isn't yours to see.</Trans>
      </p>
    </PageMessage>
  );
}

import { Trans } from '@lingui/react/macro';
import { paths } from '../../router/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { CheckSearch } from './send-search.ts';

/** The transfer needs a second factor, and the person has none. The link to Settings leads back to this check. */
export function NoSecondFactor({ search }: { search: CheckSearch }) {
  return (
    <Notice tone="wait" title={<Trans>To send this, set up a second factor first</Trans>}>
      <p>
        <Trans>Nothing is sent yet. Add a passkey or an authenticator app in Settings.</Trans>
      </p>
      <ButtonLink to={paths.settings({ next: paths.send(search) })}>
        <Trans>Open settings</Trans>
      </ButtonLink>
    </Notice>
  );
}

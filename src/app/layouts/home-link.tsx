import { Trans } from '@lingui/react/macro';
import { paths } from '../router/paths.ts';
import { ButtonLink } from '../ui/button-link.tsx';

/** To the start; whoever has another home is sent on to it. */
export function HomeLink() {
  return (
    <ButtonLink to={paths.quote()}>
      <Trans>Go to the start</Trans>
    </ButtonLink>
  );
}

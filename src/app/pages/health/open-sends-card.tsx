import { Plural, Trans } from '@lingui/react/macro';
import type { SupportHealth } from '../../../contract/api/support.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Stack } from '../../ui/stack.tsx';

export type OpenSendsCardProps = Pick<SupportHealth, 'open_sends'>;

/** How many sendings have no known outcome, and where they are. */
export function OpenSendsCard({ open_sends: { unconfirmed, unresolved } }: OpenSendsCardProps) {
  return (
    <Card as="section">
      <Stack gap="s2">
        <h2>
          <Trans>Not confirmed yet</Trans>
        </h2>
        {unconfirmed + unresolved === 0 && (
          <p>
            <Trans>None. Every sending has a known outcome.</Trans>
          </p>
        )}
        {unresolved > 0 && (
          <p>
            <Plural
              value={unresolved}
              one="# sending needs you to settle it."
              other="# sendings need you to settle them."
            />
          </p>
        )}
        {unconfirmed > 0 && (
          <p>
            <Plural
              value={unconfirmed}
              one="The app is still looking for # sending."
              other="The app is still looking for # sendings."
            />
          </p>
        )}
        {unconfirmed + unresolved > 0 && (
          <div>
            <ButtonLink variant="quiet" to={paths.support()}>
              <Trans>Open</Trans>
            </ButtonLink>
          </div>
        )}
      </Stack>
    </Card>
  );
}

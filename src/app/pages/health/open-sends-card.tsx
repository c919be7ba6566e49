import { Plural, Trans } from '@lingui/react/macro';
import type { SupportHealth } from '../../../contract/api/support.ts';
import { paths } from '../../router/paths.ts';
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
            <Trans>None. Every transfer has a known result.</Trans>
          </p>
        )}
        {unresolved > 0 && (
          <p>
            <Plural
              value={unresolved}
              one="# transfer needs your review."
              other="# transfers need your review."
            />
          </p>
        )}
        {unconfirmed > 0 && (
          <p>
            <Plural
              value={unconfirmed}
              one="We’re still checking # transfer."
              other="We’re still checking # transfers."
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

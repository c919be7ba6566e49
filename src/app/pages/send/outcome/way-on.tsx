import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
import { paths } from '../../../router/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Row } from '../../../ui/stack.tsx';
import { useSameAgain } from './use-same-again.ts';

export type WayOnProps = { send: Send };

/** For a sender, after nothing was sent: check the same again, under a new key, or start anew. */
export function WayOn({ send }: WayOnProps) {
  const again = useSameAgain(send);
  return (
    <Row>
      {again && (
        <ButtonLink variant="main" to={paths.send(again)}>
          <Trans>Check again</Trans>
        </ButtonLink>
      )}
      <ButtonLink to={paths.quote(again)}>
        <Trans>Change the amount</Trans>
      </ButtonLink>
    </Row>
  );
}

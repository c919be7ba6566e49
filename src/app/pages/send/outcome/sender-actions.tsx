import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
import { paths } from '../../../router/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Details } from '../../../ui/details.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { useSameAgain } from './use-same-again.ts';

export type SenderActionsProps = {
  /** Left to support. */
  send: Send;
};

/** What the sender can do while support has not settled it. */
export function SenderActions({ send }: SenderActionsProps) {
  const again = useSameAgain(send);
  return (
    <>
      <Row>
        <ButtonLink to={paths.transfers({ destination_account_id: send.destination_account_id })}>
          <Trans>Transfers to this recipient</Trans>
        </ButtonLink>
      </Row>
      {again && (
        // Behind a fold: it can pay twice, and few have a reason to.
        <Details summary={<Trans>I can’t wait</Trans>}>
          <Stack gap="s3">
            <p>
              <Trans>If both transfers go through, the recipient is paid twice.</Trans>
            </p>
            <Row>
              <ButtonLink to={paths.send(again)}>
                <Trans>Send again anyway</Trans>
              </ButtonLink>
            </Row>
          </Stack>
        </Details>
      )}
    </>
  );
}

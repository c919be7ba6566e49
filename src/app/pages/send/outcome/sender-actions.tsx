import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Row } from '../../../ui/row.tsx';
import { useSameAgain } from './use-same-again.ts';

export type SenderActionsProps = {
  /** Left to support. */
  send: Send;
};

/** What the sender can do while support has not settled it. */
export function SenderActions({ send }: SenderActionsProps) {
  const again = useSameAgain(send);
  return (
    <Row>
      <CopyButton text={send.key} variant="plain">
        <Trans>Copy the number for support</Trans>
      </CopyButton>
      <ButtonLink to={paths.transfers({ destination_account_id: send.destination_account_id })}>
        <Trans>Transfers to this recipient</Trans>
      </ButtonLink>
      {again && (
        <ButtonLink variant="quiet" to={paths.send(again)}>
          <Trans>Send again anyway</Trans>
        </ButtonLink>
      )}
    </Row>
  );
}

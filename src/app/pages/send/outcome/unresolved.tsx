import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row } from '../../../ui/row.tsx';
import { Tried } from './tried.tsx';
import { useReason } from './use-reason.ts';

export type UnresolvedProps = { send: Send };

/** Looking did not settle it: a person will. */
export function Unresolved({ send }: UnresolvedProps) {
  const reason = useReason(send.reason);
  return (
    <>
      <Tried send={send}>
        <p>{reason}</p>
      </Tried>
      <Notice tone="wait" title={<Trans>Do not send it again</Trans>}>
        <p>
          <Trans>
            It may have gone through. Support compares it with the service’s own records, and this
            page then says what became of it.
          </Trans>
        </p>
      </Notice>
      <Row>
        <CopyButton text={send.key} variant="plain">
          <Trans>Copy the number for support</Trans>
        </CopyButton>
        <ButtonLink to={paths.transfers({ destination_account_id: send.destination_account_id })}>
          <Trans>Transfers to this recipient</Trans>
        </ButtonLink>
      </Row>
    </>
  );
}

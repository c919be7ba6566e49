import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
import { referenceOf } from '../../../../contract/api/send-key.ts';
import { SupportContact } from '../../../layouts/support-contact.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SenderActions } from './sender-actions.tsx';
import { SendingTimeline } from './sending-timeline.tsx';
import { Tried } from './tried.tsx';

export type OpenSendingProps = {
  send: Send;
  /** When this page last asked, in milliseconds since 1970. */
  lookedAt: number;
  /** For support there is the settling in place of the sender's notices and actions. */
  bySender: boolean;
};

/** Nobody knows yet whether it was sent: what to do, what was tried, what was seen, what happens next. */
export function OpenSending({ send, lookedAt, bySender }: OpenSendingProps) {
  const unresolved = send.state === 'unresolved';
  return (
    <>
      {bySender && (
        <Notice tone="wait" title={<Trans>Please don’t send it again</Trans>}>
          <p>
            {unresolved ? (
              <Trans>It may have gone through. Support is checking with the payment service.</Trans>
            ) : (
              <Trans>It may have gone through. You can close this page; we’ll keep checking.</Trans>
            )}
          </p>
          {unresolved && <SupportContact about={referenceOf(send.key)} />}
        </Notice>
      )}
      <Tried send={send}>
        <SendingTimeline send={send} lookedAt={lookedAt} bySender={bySender} />
      </Tried>
      {bySender && unresolved && <SenderActions send={send} />}
      {bySender && !unresolved && <SupportContact about={referenceOf(send.key)} />}
    </>
  );
}

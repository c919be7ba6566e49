import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
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

/** Nobody knows yet whether it was sent: what was tried, what was seen, what happens next. */
export function OpenSending({ send, lookedAt, bySender }: OpenSendingProps) {
  const unresolved = send.state === 'unresolved';
  return (
    <>
      <Tried send={send}>
        <SendingTimeline send={send} lookedAt={lookedAt} />
      </Tried>
      {bySender && (
        <Notice tone="wait" title={<Trans>Do not send it again</Trans>}>
          <p>
            {unresolved ? (
              <Trans>
                It may have gone through. Support compares it with the service’s own records, and
                this page then says what became of it.
              </Trans>
            ) : (
              <Trans>
                It may have gone through. We keep looking at the service’s list; you can close this
                page and come back.
              </Trans>
            )}
          </p>
        </Notice>
      )}
      {bySender && unresolved && <SenderActions send={send} />}
    </>
  );
}

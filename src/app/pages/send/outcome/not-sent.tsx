import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
import { referenceOf } from '../../../../contract/api/send-key.ts';
import { SupportContact } from '../../../layouts/support-contact.tsx';
import { SupportWord } from './support-word.tsx';
import { Tried } from './tried.tsx';
import { useReason } from './use-reason.ts';
import { WayOn } from './way-on.tsx';

export type NotSentProps = {
  send: Send;
  /** Support reads it; the way on is the sender's. */
  bySender: boolean;
};

/** It is certain that nothing was sent. */
export function NotSent({ send, bySender }: NotSentProps) {
  const reason = useReason(send.reason);
  return (
    <>
      <Tried send={send}>
        {send.settled_reason === null ? (
          <p>
            <Trans>{reason} No money moved.</Trans>
          </p>
        ) : (
          <>
            <p>
              <Trans>Support made sure that no money moved.</Trans>
            </p>
            <SupportWord send={send} />
          </>
        )}
      </Tried>
      {bySender && <WayOn send={send} />}
      {bySender && <SupportContact about={referenceOf(send.key)} />}
    </>
  );
}

import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
import { Tried } from './tried.tsx';
import { useReason } from './use-reason.ts';
import { WayOn } from './way-on.tsx';

export type NotSentProps = { send: Send };

/** It is certain that nothing was sent. */
export function NotSent({ send }: NotSentProps) {
  const reason = useReason(send.reason);
  return (
    <>
      <Tried send={send}>
        <p>
          <Trans>{reason} No money moved.</Trans>
        </p>
      </Tried>
      <WayOn send={send} />
    </>
  );
}

import { Trans } from '@lingui/react/macro';
import { useBeingSent } from '../open-sends/use-being-sent.ts';
import { Notice } from '../ui/notice.tsx';
import { useOnSending } from './use-on-sending.ts';

/** On the page of a sending that can't be shown: nobody is to send it a second time. */
export function SendingWarning() {
  const isOnSending = useOnSending();
  const { amount, recipient } = useBeingSent() ?? {};
  if (!isOnSending) return null;
  return (
    <Notice tone="wait" title={<Trans>Do not send it again</Trans>}>
      {amount && (
        <p>
          <Trans>
            {amount} to {recipient}
          </Trans>
        </p>
      )}
      <p>
        <Trans>
          A sending was under way here. It may have gone through; this page says what became of it
          as soon as it can.
        </Trans>
      </p>
    </Notice>
  );
}

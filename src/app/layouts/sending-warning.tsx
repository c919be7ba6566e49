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
    <Notice tone="wait" title={<Trans>Please don’t send it again</Trans>}>
      {amount && (
        <p>
          <Trans>
            {amount} to {recipient}
          </Trans>
        </p>
      )}
      <p>
        <Trans>
          A transfer was under way here and may have gone through. The result appears here as soon
          as we can reach it.
        </Trans>
      </p>
    </Notice>
  );
}

import { Trans } from '@lingui/react/macro';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { Notice } from '../../../ui/notice.tsx';

export type OutOfSightProps = { error: Error | null };

/** Giro itself can't be asked what became of it. */
export function OutOfSight({ error }: OutOfSightProps) {
  const failureMessage = useFailureMessage();
  return (
    <Notice tone="wait" title={<Trans>Do not send it again</Trans>}>
      {error && <p>{failureMessage(error)}</p>}
      <p>
        <Trans>This page looks again every few seconds and then says what became of it.</Trans>
      </p>
    </Notice>
  );
}

import { Trans } from '@lingui/react/macro';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { useStateName } from '../../../transfers/use-state-name.ts';
import { Notice } from '../../../ui/notice.tsx';
import { stateBefore } from './transfer-steps.ts';

export type AfterFinalProps = { detail: TransferDetail };

/** Says that the service changed its word on a transfer that had ended; read out when it happens. */
export function AfterFinal({ detail: { transfer, timeline } }: AfterFinalProps) {
  const stateName = useStateName();
  const ended = stateBefore(transfer.state, timeline);
  const before = ended && stateName(ended);
  const now = stateName(transfer.state);
  return (
    <div role="status">
      {before && (
        <Notice tone="wait" title={<Trans>The service changed this transfer</Trans>}>
          <p>
            <Trans>
              It was {before} and is now {now}. Please don’t send it again yet.
            </Trans>
          </p>
        </Notice>
      )}
    </div>
  );
}

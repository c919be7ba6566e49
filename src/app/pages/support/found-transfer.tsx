import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { isFailure } from '../../api/api-error.ts';
import { transferQuery } from '../../api/transfers.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Split } from '../../ui/split.tsx';
import { RecipientCard } from './recipient-card.tsx';
import { TransferCard } from './transfer-card.tsx';

export type FoundTransferProps = { id: string };

/** The transfer of this number beside its recipient, or that there is none. */
export function FoundTransfer({ id }: FoundTransferProps) {
  const failureMessage = useFailureMessage();
  // The loader has just tried.
  const { data: detail, error } = useQuery({ ...transferQuery(id), retryOnMount: false });

  if (detail) {
    return (
      <Split>
        <TransferCard detail={detail} />
        <RecipientCard id={detail.transfer.destination_account_id} />
      </Split>
    );
  }
  if (!error) return <Skeleton lines={6} />;
  return isFailure(error, 'not-found') ? (
    <Notice role="status" title={<Trans>There is no transfer {id}</Trans>}>
      <p>
        <Trans>
          Check the number with the sender. A sending that is not confirmed has none yet.
        </Trans>
      </p>
    </Notice>
  ) : (
    <Notice tone="stop" role="status" title={<Trans>Transfer {id} could not be looked up</Trans>}>
      <p>{failureMessage(error)}</p>
    </Notice>
  );
}

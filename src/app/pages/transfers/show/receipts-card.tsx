import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { useStateWord } from '../../../transfers/use-state-name.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { loadReceiptCalls } from './use-issued-receipt.ts';

type ReceiptsCardProps = {
  detail: TransferDetail;
  /** Support only reads. */
  mayWithdraw: boolean;
};

/** The receipts that anybody can check by their codes, and withdrawing one. */
export function ReceiptsCard({ detail, mayWithdraw }: ReceiptsCardProps) {
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const { whole } = useMoment();
  const stateWord = useStateWord();
  const heading = useRef<HTMLHeadingElement>(null);
  const { transfer, receipts = [] } = detail;
  const withdraw = useMutation({
    mutationFn: async (id: string) => (await loadReceiptCalls()).withdrawReceipt(transfer.id, id),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: transferQuery(transfer.id).queryKey });
      // The pressed button is gone.
      heading.current?.focus();
    },
  });
  if (receipts.length === 0 && !withdraw.isSuccess) return null;

  return (
    <Card as="section" aria-labelledby="receipts">
      <Stack gap="s3">
        <h2 id="receipts" ref={heading} tabIndex={-1}>
          <Trans>Receipts with a code</Trans>
        </h2>
        <SummaryList>
          {receipts.map(({ id, state, issued_at }) => (
            <SummaryRow
              key={id}
              term={stateWord(state)}
              note={whole(issued_at)}
              action={
                mayWithdraw && (
                  <Button
                    variant="quiet"
                    pending={withdraw.isPending}
                    onClick={() => withdraw.mutate(id)}
                  >
                    <Trans>Withdraw</Trans> <VisuallyHidden>{id}</VisuallyHidden>
                  </Button>
                )
              }
            >
              {verbatim(id)}
            </SummaryRow>
          ))}
        </SummaryList>
        <p role="status">
          {withdraw.isSuccess && <Trans>Withdrawn. A check of this receipt says so.</Trans>}
        </p>
        {withdraw.error && <p role="alert">{failureMessage(withdraw.error)}</p>}
      </Stack>
    </Card>
  );
}

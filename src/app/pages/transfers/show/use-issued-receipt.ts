import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { IssuedReceipt } from '../../../../contract/api/receipt.ts';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { transferQuery } from '../../../api/transfers.ts';

// Lazy: few visits issue or withdraw a receipt.
export const loadReceiptCalls = () => import('../../../api/receipts.ts');

/** A transfer as it is on the page, with the receipt that says the same; null without one. */
type WithReceipt = { detail: TransferDetail; receipt: IssuedReceipt | null };

/** The receipt that was issued on this visit. A press uses it again while it stands and says what the page says. */
export function useIssuedReceipt(detail: TransferDetail) {
  const client = useQueryClient();
  const { id } = detail.transfer;
  const { data, error, mutateAsync } = useMutation({
    mutationFn: async () => (await loadReceiptCalls()).issueReceipt(id),
    // The state may have changed: the receipt is shown beside what it says.
    onSuccess: () => client.invalidateQueries({ queryKey: transferQuery(id).queryKey }),
  });

  return {
    /** Null while none was issued, and for one that was withdrawn or says another state. */
    receipt: standing(detail, data),
    error,
    /** Issues one unless there is one. Without an answer, the receipt has no code. */
    async issue(): Promise<WithReceipt> {
      const known = standing(detail, data);
      if (known) return { detail, receipt: known };
      const issued = await mutateAsync().catch(() => undefined);
      const latest = client.getQueryData(transferQuery(id).queryKey) ?? detail;
      return { detail: latest, receipt: standing(latest, issued) };
    },
  };
}

function standing({ transfer, receipts = [] }: TransferDetail, issued: IssuedReceipt | undefined) {
  if (!issued || issued.facts.state !== transfer.state) return null;
  return receipts.some(({ id }) => id === issued.facts.id) ? issued : null;
}

import type { TransferFilters } from '../../../api/transfers.ts';

/** The transfers that a recipient's page shows. */
export function latestTransfers(destination_account_id: string): TransferFilters {
  return { destination_account_id, limit: '5' };
}

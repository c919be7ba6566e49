import type { Transfer, TransferRequest } from '../../contract/transfer.ts';

/** What makes a transfer of the service look like a sending (same account, amount and currencies). */
export function matchesRequest(transfer: Transfer, request: TransferRequest): boolean {
  return (
    transfer.destination_account_id === request.destination_account_id &&
    transfer.source_amount_cents === request.source_amount_cents &&
    transfer.source_amount_currency === request.source_amount_currency &&
    transfer.destination_amount_currency === request.destination_amount_currency
  );
}

/** The transfers that can be a sending: like it, not known before it, the outcome of no other. */
export function candidates(
  transfers: Transfer[],
  request: TransferRequest,
  knownBefore: ReadonlySet<string>,
  bound: ReadonlySet<string>,
): Transfer[] {
  return transfers.filter(
    (transfer) =>
      matchesRequest(transfer, request) && !knownBefore.has(transfer.id) && !bound.has(transfer.id),
  );
}

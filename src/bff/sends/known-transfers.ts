import type { Transfer, TransferRequest } from '../../contract/transfer.ts';
import { ServiceError } from '../service/errors.ts';

/** What makes a transfer of the service look like a sending (same account, amount and currencies). */
export function matchesRequest(transfer: Transfer, request: TransferRequest): boolean {
  return (
    transfer.destination_account_id === request.destination_account_id &&
    transfer.source_amount_cents === request.source_amount_cents &&
    transfer.source_amount_currency === request.source_amount_currency &&
    transfer.destination_amount_currency === request.destination_amount_currency
  );
}

/**
 * Holds the answer to a POST against what was asked for. An answer with another transfer, or with one
 * that was there before, is somebody else's, whoever mixed them up: what became of ours is not known.
 * @throws ServiceError unreadable
 */
export function mustAnswer(
  transfer: Transfer,
  request: TransferRequest,
  knownBefore: ReadonlySet<string>,
): void {
  if (matchesRequest(transfer, request) && !knownBefore.has(transfer.id)) return;
  throw new ServiceError('unreadable', 'the answer is another transfer than was asked for');
}

/** The transfers that look like a sending and were not known before it. */
export function newTransfersLike(
  request: TransferRequest,
  transfers: Transfer[],
  knownBefore: ReadonlySet<string>,
): Transfer[] {
  return transfers.filter(
    (transfer) => matchesRequest(transfer, request) && !knownBefore.has(transfer.id),
  );
}

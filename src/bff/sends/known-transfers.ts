import * as z from 'zod/mini';
import { type Transfer, type TransferRequest, transfer } from '../../contract/transfer.ts';
import { ServiceError } from '../service/errors.ts';
import type { OddRow } from '../service/list-record.ts';

/** True if a transfer has the account, source amount and currencies of a request. */
export function matchesRequest(transfer: Transfer, request: TransferRequest): boolean {
  return (
    transfer.destination_account_id === request.destination_account_id &&
    transfer.source_amount_cents === request.source_amount_cents &&
    transfer.source_amount_currency === request.source_amount_currency &&
    transfer.destination_amount_currency === request.destination_amount_currency
  );
}

/**
 * True if an unreadable row could be the transfer of a request: none of the four compared fields is
 * readable and differs.
 */
export function couldBe({ parts }: OddRow, request: TransferRequest): boolean {
  const { shape } = transfer;
  const differs = <Value>(field: keyof TransferRequest, schema: z.ZodMiniType<Value>) => {
    const read = z.safeParse(schema, parts.get(field));
    return read.success && read.data !== request[field];
  };
  return !(
    differs('destination_account_id', shape.destination_account_id) ||
    differs('source_amount_cents', shape.source_amount_cents) ||
    differs('source_amount_currency', shape.source_amount_currency) ||
    differs('destination_amount_currency', shape.destination_amount_currency)
  );
}

/**
 * The ids of the transfers that match a request before it is posted: none of them can be its outcome.
 * Unreadable rows count by their id, because they may become readable later.
 * @throws ServiceError unreadable if an unreadable row could match and has no readable id: it could
 *   not be told from the new transfer later
 */
export function idsBefore(
  request: TransferRequest,
  { value, odd }: { value: readonly Transfer[]; odd: readonly OddRow[] },
): string[] {
  const unread = odd.filter((row) => couldBe(row, request)).map(({ id }) => id);
  if (unread.includes(null)) {
    throw new ServiceError(
      'unreadable',
      'the list has a row without an id that could match this send: nothing was sent',
    );
  }
  const alike = value.filter((one) => matchesRequest(one, request)).map(({ id }) => id);
  return [...alike, ...unread.filter((id) => id !== null)];
}

/**
 * Checks that the answer to a POST is a new transfer that matches the request. Otherwise the answer
 * belongs to another request, and the outcome of this one is unknown.
 * @throws ServiceError unreadable
 */
export function requireAnswerTo(
  transfer: Transfer,
  request: TransferRequest,
  knownBefore: ReadonlySet<string>,
): void {
  if (matchesRequest(transfer, request) && !knownBefore.has(transfer.id)) return;
  throw new ServiceError(
    'unreadable',
    'the service answered with a transfer that does not match the request',
  );
}

/** The transfers that match a request and were not known before it. */
export function newTransfersLike(
  request: TransferRequest,
  transfers: Transfer[],
  knownBefore: ReadonlySet<string>,
): Transfer[] {
  return transfers.filter(
    (transfer) => matchesRequest(transfer, request) && !knownBefore.has(transfer.id),
  );
}

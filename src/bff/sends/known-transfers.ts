import * as z from 'zod/mini';
import { type Transfer, type TransferRequest, transfer } from '../../contract/transfer.ts';
import { ServiceError } from '../service/errors.ts';
import type { OddRow } from '../service/list-record.ts';

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
 * Whether a row that can't be read could be the transfer of a request: unless one of the four that make
 * it so can be read and differs.
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
 * The ids of the transfers that look like a request and are here before it: none of them will be it.
 * A row that can't be read counts by its id, should it ever be read.
 * @throws ServiceError unreadable for such a row that could be like the request and has no id either:
 *   once it can be read, nothing would tell it from the transfer that is to be made
 */
export function idsBefore(
  request: TransferRequest,
  { value, odd }: { value: readonly Transfer[]; odd: readonly OddRow[] },
): string[] {
  const unread = odd.filter((row) => couldBe(row, request)).map(({ id }) => id);
  if (unread.includes(null)) {
    throw new ServiceError('unreadable', "a transfer that can't be read could be like this one");
  }
  const alike = value.filter((one) => matchesRequest(one, request)).map(({ id }) => id);
  return [...alike, ...unread.filter((id) => id !== null)];
}

/**
 * Holds the answer to a POST against what was asked for. An answer with another transfer, or with one
 * that was there before, is somebody else's, whoever mixed them up: what became of ours is not known.
 * @throws ServiceError unreadable
 */
export function requireAnswerTo(
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

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Send } from '../../contract/api/send.ts';
import { type SendReason, sendReasons } from '../../contract/api/send-states.ts';
import {
  type TransferRequest as ApiRequest,
  shownQuote,
  transfer,
} from '../../contract/api/transfer.ts';
import { id } from '../../contract/api/wire.ts';
import { messages } from '../../contract/errors.ts';
import type { Transfer, TransferRequest } from '../../contract/transfer.ts';
import type { SendRow } from '../ledger/sends/sends.ts';
import { ProblemError } from '../lib/problem.ts';

// JSON columns are read with the schemas that wrote them.

/** What a row asks the service for. */
export type AskedSend = Pick<
  SendRow,
  | 'destination_account_id'
  | 'source_amount_cents'
  | 'source_amount_currency'
  | 'destination_amount_currency'
>;

/** The request to the service (contract 4.2) that a row stands for. */
export function requestOf(row: AskedSend): TransferRequest {
  const { destination_account_id, source_amount_currency, destination_amount_currency } = row;
  return {
    destination_account_id,
    source_amount_cents: BigInt(row.source_amount_cents),
    source_amount_currency,
    destination_amount_currency,
  };
}

const storedReason = z.catch(z.nullable(z.enum(sendReasons)), 'internal');
/** A reason of a newer version of this program reads as 'internal'. */
const reasonOf = (text: string | null): SendReason | null => z.parse(storedReason, text);

/** A row as the API shows it. */
export function sendOf(row: SendRow): Send {
  return {
    key: row.key,
    state: row.state,
    ...requestOf(row),
    quote: quoteOf(row),
    transfer_id: row.transfer_id,
    reason: reasonOf(row.reason),
    no_answer: reasonOf(row.no_answer),
    service_message: row.reason_detail,
    after_unresolved: row.after_unresolved,
    after_sent: row.after_sent,
    settled_reason: row.settled_reason,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** The quote that was on the page when the person pressed Send; null without one. */
export function quoteOf(row: Pick<SendRow, 'quote'>): Send['quote'] {
  return row.quote === null ? null : z.decode(shownQuote, JSON.parse(row.quote));
}

/** The ids of matching transfers that existed before the intent. */
export function knownIds(row: Pick<SendRow, 'known_transfer_ids'>): Set<string> {
  return new Set(z.decode(z.array(id), JSON.parse(row.known_transfer_ids)));
}

/** The transfer that the service answered with, or that was found in its list; null without one. */
export function answerOf(row: Pick<SendRow, 'answer'>): Transfer | null {
  return row.answer === null ? null : z.decode(transfer, JSON.parse(row.answer));
}

/** JSON for the column `answer`. */
export function writeAnswer(answer: Transfer): string {
  return JSON.stringify(z.encode(transfer, answer));
}

/** JSON for the column `quote`. */
export function writeQuote(request: Pick<ApiRequest, 'quote'>): string | null {
  return request.quote ? JSON.stringify(z.encode(shownQuote, request.quote)) : null;
}

/**
 * Hash of what is sent to the service, to compare requests. The quote is left out: a retry with the
 * same key may carry a newer one.
 */
export function bodyHash(request: TransferRequest): string {
  const parts = [
    request.destination_account_id,
    request.source_amount_cents.toString(),
    request.source_amount_currency,
    request.destination_amount_currency,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The reason that the ledger keeps for a refusal of the service, by its message (contract 7). */
export function refusalReason(message: string): SendReason {
  if (message === messages.rateNotAvailable) return 'rate-not-available';
  if (message === messages.accountNotFound) return 'account-not-found';
  return 'send-refused';
}

/** The problem that tells a sender that this send ended, and nothing was sent. */
export function endedProblem(row: SendRow): ProblemError {
  const details = { send_key: row.key, detail: row.reason_detail ?? undefined };
  if (row.state === 'not_sent') return new ProblemError('send-not-made', details);
  if (row.reason === 'rate-not-available' || row.reason === 'account-not-found') {
    return new ProblemError(row.reason, details);
  }
  return new ProblemError('send-refused', details);
}

import { createHash } from 'node:crypto';
import type { OrderTerms } from '../../contract/api/order.ts';
import { stepUpMinutes } from '../../contract/api/step-up.ts';
import type { TransferRequest as ApiRequest } from '../../contract/api/transfer.ts';
import type { TransferRequest } from '../../contract/transfer.ts';
import { takeStepUpProof } from '../ledger/people/step-up.ts';
import type { SendRow } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { type AskedSend, bodyHash, requestOf } from './send-row.ts';

/** By currency code: a transfer of more subunits needs a proof. A currency that is missing needs none. */
export type StepUpAbove = ReadonlyMap<string, bigint>;

/** Challenges created before this time (ISO 8601) are too old. @param now milliseconds since 1970 */
export const stepUpCreatedAfter = (now: number) => timestamp(now - stepUpMinutes * 60_000);

/** True if a transfer is above its currency's figure: both in subunits of the source currency. */
export function needsStepUp(
  above: StepUpAbove,
  request: Pick<TransferRequest, 'source_amount_cents' | 'source_amount_currency'>,
): boolean {
  const figure = above.get(request.source_amount_currency);
  return figure !== undefined && request.source_amount_cents > figure;
}

/**
 * Hash of what is sent to the service, and of the recipient's details as they were shown.
 * @param terms of an order that is sent on days: a proof of one transfer is none of all its releases
 * @param approves the revision of an order that is approved: a proof of sending it is none of that
 */
export function stepUpHash(
  request: TransferRequest,
  fingerprint: string,
  terms?: OrderTerms | undefined,
  approves?: number | undefined,
): string {
  const parts = [
    ...[bodyHash(request), fingerprint, ...(terms ? [termsList(terms)] : [])],
    ...(approves === undefined ? [] : [{ approves }]),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function termsList({ kind, days, floor }: OrderTerms) {
  const { first_day, time, zone, ends_on = null, ends_after = null } = days;
  return [kind, first_day, time, zone, ends_on, ends_after, floor?.toString() ?? null];
}

/** The hash by which the ledger knows a challenge. */
export const stepUpIdHash = (id: string) => createHash('sha256').update(id).digest('base64url');

/**
 * Uses the proof of a transfer up, if it needs one. Called in the transaction that inserts the intent, or the order:
 * without a proof of exactly this row, neither stays.
 * @param session_hash of the session that the request came with; null without one
 * @param now milliseconds since 1970, by the store's clock
 * @throws ProblemError step-up-required, step-up-refused
 */
export async function requireStepUp(
  tx: LedgerDb,
  above: StepUpAbove,
  row: AskedSend & Pick<SendRow, 'key' | 'user_id'>,
  {
    proof,
    destination_account_fingerprint: fingerprint,
    session_hash,
    ...of
  }: Pick<ApiRequest, 'proof' | 'destination_account_fingerprint'> & {
    session_hash: string | null;
    terms?: OrderTerms;
    /** The revision of an order of somebody else, whose approval it is. */
    approves?: number;
  },
  now: number,
) {
  const stored = requestOf(row);
  if (!needsStepUp(above, stored)) return;
  if (proof === undefined) throw new ProblemError('step-up-required');
  const body_hash = stepUpHash(stored, fingerprint, of.terms, of.approves);
  const bound = {
    ...{ id_hash: stepUpIdHash(proof), user_id: row.user_id, send_key: row.key },
    ...{ session_hash: session_hash ?? '', body_hash },
  };
  const times = { createdAfter: stepUpCreatedAfter(now), now: timestamp(now) };
  if (!(await takeStepUpProof(tx, bound, times))) throw new ProblemError('step-up-refused');
}

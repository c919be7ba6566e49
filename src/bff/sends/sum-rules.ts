import type { TransferRequest } from '../../contract/api/transfer.ts';
import type { ApprovalRules } from '../ledger/orders/approvals.ts';
import type { Limits } from '../ledger/people/person-limits.ts';
import { type Counted, committedOf, sumsOf } from '../ledger/sends/committed.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';
import { requireWithinLimits } from './limits.ts';
import type { Sender } from './send-checks.ts';

/** What a sum of a person's transfers is held against: nothing in a currency that neither names. */
export type SumRules = {
  limits: Limits;
  approvals: ApprovalRules;
};

/** What is about to be sent, or ordered. */
type Summed = Counted & {
  destination_account_id: string;
  /** In subunits of the source currency. */
  cents: bigint;
};

/** @param order that it is the release of, or that is being made; null for a press of Send */
export const summedOf = (
  { user_id, key }: Pick<Sender, 'user_id' | 'key'>,
  request: Pick<
    TransferRequest,
    'destination_account_id' | 'source_amount_cents' | 'source_amount_currency'
  >,
  order: Summed['order'],
): Summed => ({
  ...{ user_id, key, order, cents: request.source_amount_cents },
  destination_account_id: request.destination_account_id,
  source_amount_currency: request.source_amount_currency,
});

const approvalSpanMs = 86_400_000;

/** True if anything is counted in a currency: only then the person is locked, and read. */
export const hasSumRules = (rules: SumRules, currency: string): boolean =>
  rules.limits.has(currency) || rules.approvals.above.has(currency);

/** True if an amount alone is above the figure from which a second person must approve. */
export function isAboveAlone(
  { approvals }: SumRules,
  { source_amount_currency, cents }: Pick<Summed, 'source_amount_currency' | 'cents'>,
): boolean {
  const figure = approvals.above.get(source_amount_currency);
  return figure !== undefined && cents > figure;
}

/**
 * What else a person sends to the same recipient within 24 hours, in subunits.
 * @param now milliseconds since 1970, by the store's clock
 */
export async function othersWith(tx: LedgerDb, summed: Summed, now: number): Promise<bigint> {
  const { destination_account_id: account_id } = summed;
  const others = await committedOf(tx, summed, { now, spanMs: approvalSpanMs, account_id });
  return sumsOf(others).most(now, approvalSpanMs);
}

/**
 * True if a second person must approve: an amount is judged with the person's others to the same recipient, so that
 * splitting it changes nothing.
 * @param now milliseconds since 1970, by the store's clock
 */
export async function needsApproval(
  tx: LedgerDb,
  rules: SumRules,
  summed: Summed,
  now: number,
): Promise<boolean> {
  const figure = rules.approvals.above.get(summed.source_amount_currency);
  if (figure === undefined) return false;
  if (isAboveAlone(rules, summed)) return true;
  return (await othersWith(tx, summed, now)) + summed.cents > figure;
}

/**
 * Refuses what its person may not send alone, or not by now. Called in the transaction that writes the intent, once the
 * person is locked and the intent inserted.
 * @param isApproved whether a second person approved it as it is
 * @param now milliseconds since 1970, by the store's clock
 * @throws ProblemError limit-reached, approval-required
 */
export async function requireSumRules(
  tx: LedgerDb,
  rules: SumRules,
  summed: Summed & { isApproved: boolean },
  now: number,
) {
  await requireWithinLimits(tx, rules.limits, summed, now);
  if (!summed.isApproved && (await needsApproval(tx, rules, summed, now))) {
    throw new ProblemError('approval-required');
  }
}

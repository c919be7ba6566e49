import { putToApproval } from '../ledger/orders/approvals.ts';
import { isApproved, type OrderRow } from '../ledger/orders/orders.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { requireWithinLimits } from '../sends/limits.ts';
import type { SendDeps } from '../sends/send-once.ts';
import { hasSumRules, needsApproval, summedOf } from '../sends/sum-rules.ts';
import { requestOfOrder } from './order-row.ts';

/**
 * Holds an order that was just written against the limits of its person, and puts it to approval if a second person is
 * needed. Called in its transaction, which has locked the person. One on days is judged by its amount alone: the sums of
 * its days are, when they are due.
 * @param now milliseconds since 1970, by the store's clock
 * @returns the order as it is then
 * @throws ProblemError limit-reached
 */
export async function judgeOrder(
  tx: LedgerDb,
  { sumRules }: Pick<SendDeps, 'sumRules'>,
  row: OrderRow,
  now: number,
): Promise<OrderRow> {
  const request = requestOfOrder(row);
  if (!hasSumRules(sumRules, request.source_amount_currency)) return row;
  const { id, user_id, kind } = row;
  const counted = summedOf({ user_id, key: id }, request, { id, due: null });
  const summed = { ...counted, isAlone: kind !== 'held' };
  await requireWithinLimits(tx, sumRules.limits, summed, now);
  if (isApproved(row) || !(await needsApproval(tx, sumRules, summed, now))) return row;
  const waiting = await askApproval(tx, { sumRules }, row, now);
  if (!waiting) throw new ProblemError('order-changed');
  return waiting;
}

/**
 * Makes an order wait for a second person.
 * @param now milliseconds since 1970, by the store's clock
 * @returns null, without a change, if it is not as it was seen
 */
export function askApproval(
  tx: LedgerDb,
  { sumRules }: Pick<SendDeps, 'sumRules'>,
  seen: OrderRow,
  now: number,
): Promise<OrderRow | null> {
  const { expiresAfter, bySenders } = sumRules.approvals;
  const put = { expires_at: timestamp(now + expiresAfter), bySenders };
  return putToApproval(tx, seen, put, timestamp(now));
}

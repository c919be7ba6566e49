import type { LedgerDb } from '../store/schema.ts';
import { changeOrder, type OrderRow, type Seen } from './orders.ts';

/**
 * Makes an order wait for a second person before it is sent.
 * @param expires_at when it ends without having been approved (ISO 8601)
 * @param now ISO 8601
 * @returns null, without a change, if it is not as it was seen
 */
export function putToApproval(
  tx: LedgerDb,
  seen: Seen,
  expires_at: string,
  now: string,
): Promise<OrderRow | null> {
  const change = { state: 'waiting', waits_for: 'approval', reason: null, expires_at } as const;
  return changeOrder(tx, seen, ['waiting', 'releasing'], change, now);
}

import type { ApproveRequest, DeclineRequest } from '../../contract/api/approvals.ts';
import { waitsForApproval } from '../../contract/api/order-states.ts';
import { mayApprove } from '../auth/viewer.ts';
import {
  approveOrder,
  decisionAbout,
  declineOrder,
  expireOrder,
  unapprovedOrders,
} from '../ledger/orders/approvals.ts';
import { findOrder, isApproved, type OrderRow } from '../ledger/orders/orders.ts';
import { addAudit } from '../ledger/people/audit.ts';
import { holdPersonAndSession } from '../ledger/people/sessions.ts';
import { isLedgerFailure } from '../ledger/store/ledger.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { requireNotHeld } from '../sends/latest-records.ts';
import type { SendDeps } from '../sends/send-once.ts';
import { requireStepUp } from '../sends/step-up.ts';
import { isAboveAlone } from '../sends/sum-rules.ts';
import type { OrderDeps } from './make-order.ts';
import { noteRelease } from './missed.ts';
import { requestOfOrder } from './order-row.ts';

type DecideDeps = Pick<
  OrderDeps,
  'db' | 'storeClock' | 'records' | 'sendersSee' | 'stepUpAbove' | 'sumRules' | 'onDue'
>;

/** Who decides: the session is read with the person, in the transaction that decides. */
type Decider = { user_id: string; session_hash: string; request_id: string };

/**
 * Approves an order as a person was shown it: its amount, recipient and days. It is sent when it is due, or at once if
 * that has passed. A repeated press after a lost answer finds what it did.
 * @throws ProblemError order-changed, recipient-changed if the person was shown another one; same-person, not-signed-in,
 *   forbidden, not-found, ledger-held, step-up-required, step-up-refused
 */
export async function approveAsSeen(
  deps: DecideDeps,
  id: string,
  decider: Decider,
  { revision, destination_account_fingerprint: fingerprint, proof, ...shown }: ApproveRequest,
): Promise<OrderRow> {
  const { sumRules, stepUpAbove } = deps;
  const row = await decide(deps, id, decider, {
    ...{ revision, decision: 'approved' },
    async change(tx, seen, now) {
      if (seen.fingerprint !== fingerprint) throw new ProblemError('recipient-changed');
      const request = requestOfOrder(seen);
      const { source_amount_currency, source_amount_cents: cents } = request;
      // What is above it by itself is so on each of its days; a sum is of this day alone.
      const isAlways = isAboveAlone(sumRules, { source_amount_currency, cents });
      // A ledger that lost records counts revisions again, and the operator may have changed the figure.
      const { source_amount_cents = cents, all_days = isAlways } = shown;
      if (source_amount_cents !== cents || all_days !== isAlways) {
        throw new ProblemError('order-changed');
      }
      const at = timestamp(now);
      // What a day to come is together with others nobody knows yet.
      const isAhead = seen.kind !== 'held' && seen.release_at !== null && seen.release_at > at;
      // A day that passed while it waited is sent now: its maker asked for it, and could not send it alone.
      const isOver = seen.release_at === null || seen.release_at < at;
      const approved = await approveOrder(
        tx,
        seen,
        {
          approves: isAlways ? 'all' : isAhead ? 'none' : 'one',
          release_at: isOver ? at : seen.release_at,
        },
        { user_id: decider.user_id, now: at },
      );
      if (!approved) return null;
      // Last, so that a proof is used up only if nothing else is in the way.
      const asked = { ...seen, key: seen.id, user_id: decider.user_id };
      const { session_hash } = decider;
      await requireStepUp(
        tx,
        stepUpAbove,
        asked,
        {
          ...{ proof, session_hash, approves: revision },
          destination_account_fingerprint: fingerprint,
        },
        now,
      );
      return approved;
    },
  });
  if (row.state === 'waiting' && row.release_at !== null) deps.onDue(row.release_at);
  return row;
}

/**
 * Declines an order as a person was shown it: it ends, and its maker reads the reason.
 * @throws ProblemError order-changed, same-person, not-signed-in, forbidden, not-found, ledger-held
 */
export function declineAsSeen(
  deps: DecideDeps,
  id: string,
  decider: Decider,
  { revision, reason }: DeclineRequest,
): Promise<OrderRow> {
  return decide(deps, id, decider, {
    ...{ revision, decision: 'declined' },
    change: (tx, seen, now) =>
      declineOrder(tx, seen, reason, { user_id: decider.user_id, now: timestamp(now) }),
  });
}

type Decision = {
  /** That the person was shown. */
  revision: number;
  decision: 'approved' | 'declined';
  /** @returns null, without a change, if the order is not as it was seen */
  change: (tx: LedgerDb, seen: OrderRow, now: number) => Promise<OrderRow | null>;
};

/** All that a decision depends on is read in its transaction: who decides, about what, and whether there is time left. */
async function decide(
  deps: DecideDeps,
  id: string,
  { user_id, session_hash, request_id }: Decider,
  { revision, decision, change }: Decision,
): Promise<OrderRow> {
  const { db, storeClock, records, sendersSee, sumRules } = deps;
  // First, because only this looks whether the ledger lost records.
  await requireNotHeld(deps);
  // Each statement must see what was committed before it, whatever isolation the store defaults to.
  const transaction = db.transaction().setIsolationLevel('read committed');
  const { row, isNew } = await transaction.execute(async (tx) => {
    await requireNotHeld(deps, tx);
    const held = await holdPersonAndSession(tx, user_id, session_hash);
    const isIn = held && held.user.disabled_at === null && held.hasSession;
    if (!isIn) throw new ProblemError('not-signed-in');
    if (!mayApprove({ approvals: sumRules.approvals, sendersSee }, held.user)) {
      throw new ProblemError('forbidden');
    }
    const seen = await findOrder(tx, id);
    if (!seen) throw notFound();
    // Whatever role they have by now.
    if (seen.user_id === user_id) throw new ProblemError('same-person');
    const before = await decisionAbout(tx, { id, revision });
    // What was changed since is not what they decided about.
    const holds = decision === 'declined' ? seen.state === 'declined' : isApproved(seen);
    if (before?.user_id === user_id && before.decision === decision && holds) {
      return { row: seen, isNew: false };
    }
    const now = await storeClock.now(tx);
    if (storeClock.differs()) throw new ProblemError('clock-differs');
    const isAsSeen = seen.revision === revision && waitsForApproval(seen);
    if (!isAsSeen || seen.expires_at === null || seen.expires_at <= timestamp(now)) {
      throw new ProblemError('order-changed');
    }
    const changed = await change(tx, seen, now);
    if (!changed) throw new ProblemError('order-changed');
    await addAudit(tx, {
      ...{ at: timestamp(now), user_id, request_id, subject: `send ${id}`, outcome: 'done' },
      action: decision === 'approved' ? 'order-approve' : 'order-decline',
    });
    return { row: changed, isNew: true };
  });
  if (isNew) records.rememberOrder(row);
  return row;
}

/**
 * Ends what nobody approved in time, and tells who made it. Of several instances one does it.
 * @returns how many ended
 */
export async function expireUnapproved(
  deps: Pick<SendDeps, 'db' | 'storeClock' | 'records' | 'log'>,
): Promise<number> {
  const { db, storeClock, records, log } = deps;
  const now = await storeClock.now();
  const unapproved = await unapprovedOrders(db, timestamp(now));
  if (unapproved.length === 0) return 0;
  // First, because only this looks whether the ledger lost records.
  await requireNotHeld(deps);
  let ended = 0;
  for (const seen of unapproved) {
    try {
      const row = await db.transaction().execute(async (tx) => {
        await requireNotHeld(deps, tx);
        const expired = await expireOrder(tx, seen, timestamp(now));
        if (expired) await noteRelease(tx, expired, 'not approved', now);
        return expired;
      });
      if (!row) continue;
      records.rememberOrder(row);
      ended += 1;
    } catch (error) {
      if (isLedgerFailure(error) || error instanceof ProblemError) throw error;
      // The others end nevertheless.
      log.error({ key: seen.id, err: error }, 'order: not approved in time, and not ended');
    }
  }
  return ended;
}

import type { Order } from '../../contract/api/order.ts';
import type { Viewer } from '../auth/viewer.ts';
import { type LastDecision, lastDecisions } from '../ledger/orders/approvals.ts';
import { findOrder, isApproved, type OrderRow } from '../ledger/orders/orders.ts';
import { lastReleases } from '../ledger/orders/releases.ts';
import { sendersByIds } from '../ledger/people/users.ts';
import { sendsWithKeys } from '../ledger/sends/past-sends.ts';
import { findSend, type SendRow } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { notFound } from '../lib/problem.ts';
import { nameOf, withTheirSender } from '../sends/listed.ts';
import { orderOf } from './order-row.ts';

/** The send that an order was released as last; undefined before, and once its record was deleted. */
export async function lastSendOf(db: LedgerDb, row: OrderRow): Promise<SendRow | undefined> {
  return (await lastSendsOf(db, [row])).get(row.id);
}

async function lastSendsOf(db: LedgerDb, rows: readonly OrderRow[]): Promise<Map<string, SendRow>> {
  const released = await lastReleases(
    db,
    rows.map(({ id }) => id),
  );
  if (released.size === 0) return new Map();
  const sends = await sendsWithKeys(db, [...released.values()]);
  const byKey = new Map(sends.map((send) => [send.key, send]));
  return new Map(
    [...released].flatMap(([id, key]) => {
      const send = byKey.get(key);
      return send ? [[id, send] as const] : [];
    }),
  );
}

/**
 * Reads what orders are shown with, of all at once: their last sends and, for others, their makers.
 * @returns makes an order of these as this viewer may see it, with its notes
 */
export async function readOrders(
  db: LedgerDb,
  rows: readonly OrderRow[],
  viewer: Pick<Viewer, 'user_id' | 'canSee'>,
): Promise<(row: OrderRow) => Order> {
  const released = await lastSendsOf(db, rows);
  const named = rows
    .flatMap((row) => [row.user_id, colleagueWhoStopped(row) ?? row.user_id])
    .filter((id) => id !== viewer.user_id);
  const [sends, decisions, senders] = await Promise.all([
    released.size > 0 ? withTheirSender(db, [...released.values()], viewer) : [],
    decisionsAbout(db, rows),
    named.length > 0 ? sendersByIds(db, [...new Set(named)]) : undefined,
  ]);
  const byKey = new Map(sends.map((send) => [send.key, send]));
  const isSupport = viewer.canSee === 'everything';
  return (row) => {
    const isOwn = row.user_id === viewer.user_id;
    const sender = isOwn ? undefined : senders?.get(row.user_id);
    const stopper = senders?.get(colleagueWhoStopped(row) ?? '');
    const decided = decisions(row);
    return {
      ...orderOf(row, byKey.get(released.get(row.id)?.key ?? '') ?? null),
      ...(isOwn && row.note !== null && { note: row.note }),
      ...(isOwn && !isSupport && { destination_account_fingerprint: row.fingerprint }),
      ...(row.reference !== null && { reference: row.reference }),
      ...(sender && (isSupport ? { sender } : { colleague: nameOf(sender) })),
      ...(stopper && { stopped_by: nameOf(stopper) }),
      ...(decided && { approval: approvalOf(decided) }),
    };
  };
}

/**
 * Reads what a second person decided about these orders as they are: an approval of what was changed since, or of a day
 * that is over, is none.
 */
export async function decisionsAbout(
  db: LedgerDb,
  rows: readonly OrderRow[],
): Promise<(row: OrderRow) => LastDecision | undefined> {
  const decided = rows.filter((row) => row.state === 'declined' || isApproved(row));
  const last = await lastDecisions(
    db,
    decided.map(({ id }) => id),
  );
  return ({ id }) => last.get(id);
}

/** A decision as the API shows it. */
export const approvalOf = ({ decision, reason, at, ...by }: LastDecision) => ({
  ...{ decision, by: nameOf(by), at, reason },
});

/** Support leaves its words, and no name. */
const colleagueWhoStopped = ({ state, ended_by, user_id, reason }: OrderRow) =>
  state === 'stopped' && ended_by !== user_id && (reason === null || reason === 'restored')
    ? ended_by
    : null;

/** An order as this viewer may see it, with its last send, its notes and, for others, its maker. */
export async function orderFor(
  db: LedgerDb,
  row: OrderRow,
  viewer: Pick<Viewer, 'user_id' | 'canSee'>,
): Promise<Order> {
  return (await readOrders(db, [row], viewer))(row);
}

/**
 * The order or send with this key, if the viewer may see it.
 * @throws ProblemError not-found
 */
export async function visibleOrder(
  db: LedgerDb,
  key: string,
  { user_id, canSee }: Pick<Viewer, 'user_id' | 'canSee'>,
): Promise<OrderRow | SendRow> {
  const row = (await findOrder(db, key)) ?? (await findSend(db, key));
  if (!row || (canSee === 'own' && row.user_id !== user_id)) throw notFound();
  return row;
}

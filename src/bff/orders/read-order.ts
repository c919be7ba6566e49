import type { Order } from '../../contract/api/order.ts';
import type { Viewer } from '../auth/viewer.ts';
import { findOrder, type OrderRow } from '../ledger/orders/orders.ts';
import { releasesOf } from '../ledger/orders/releases.ts';
import { sendersByIds } from '../ledger/people/users.ts';
import { findSend, type SendRow } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { notFound } from '../lib/problem.ts';
import { nameOf, withTheirSender } from '../sends/listed.ts';
import { orderOf } from './order-row.ts';

/** The send that an order was released as last; undefined before, and once its record was deleted. */
export async function lastSendOf(db: LedgerDb, { id }: OrderRow): Promise<SendRow | undefined> {
  const [latest] = (await releasesOf(db, id)).filter(({ state }) => state === 'released');
  return latest && findSend(db, latest.key);
}

/** An order as this viewer may see it, with its last send, its notes and, for others, its maker. */
export async function orderFor(
  db: LedgerDb,
  row: OrderRow,
  viewer: Pick<Viewer, 'user_id' | 'canSee'>,
): Promise<Order> {
  const released = await lastSendOf(db, row);
  const [send] = released ? await withTheirSender(db, [released], viewer) : [];
  const isOwn = row.user_id === viewer.user_id;
  const sender = isOwn ? undefined : (await sendersByIds(db, [row.user_id])).get(row.user_id);
  const isSupport = viewer.canSee === 'everything';
  return {
    ...orderOf(row, send ?? null),
    ...(isOwn && row.note !== null && { note: row.note }),
    ...(row.reference !== null && { reference: row.reference }),
    ...(sender && (isSupport ? { sender } : { colleague: nameOf(sender) })),
  };
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

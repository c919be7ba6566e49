import { sql } from 'kysely';
import type { Order, SupportStopRequest } from '../../contract/api/order.ts';
import { isOpenOrder, orderStates } from '../../contract/api/order-states.ts';
import type { Viewer } from '../auth/viewer.ts';
import { changeOrder, type OrderRow, openOrders } from '../ledger/orders/orders.ts';
import { addNewsOfOrder, lastReleases } from '../ledger/orders/releases.ts';
import { sendersByIds } from '../ledger/people/users.ts';
import { sendsWithKeys } from '../ledger/sends/past-sends.ts';
import { isAmong } from '../ledger/store/is-among.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { RecipientReader } from '../search/recipients.ts';
import { withTheirSender } from '../sends/listed.ts';
import { stopWith } from './change-order.ts';
import type { OrderDeps } from './make-order.ts';
import { orderOf } from './order-row.ts';
import { approvalOf, decisionsAbout } from './read-order.ts';

// What support reads of orders, and how it stops one.

const maxEnded = 20;
const endedStates = orderStates.filter((state) => !isOpenOrder(state));

/**
 * Stops an order for support: nothing more of it is posted, and its maker is told so.
 * @param user_id of the person of support
 * @throws ProblemError order-changed, ledger-held: as `stopAsSeen`
 */
export async function stopForSupport(
  deps: Pick<OrderDeps, 'db' | 'storeClock' | 'records'>,
  { id }: OrderRow,
  { revision, reason }: SupportStopRequest,
  user_id: string,
): Promise<OrderRow> {
  return stopWith(deps, { id, revision }, user_id, {
    async alongside(tx, row, now) {
      await addNewsOfOrder(tx, 'order-stopped', row, now);
      return changeOrder(tx, row, ['stopped'], { reason }, now);
    },
    isSame: (row) => row.reason === reason,
  });
}

/** The orders of a person that can still be sent, oldest first, and then those that ended last, the newest first. */
export async function ordersOf(db: LedgerDb, user_id: string): Promise<OrderRow[]> {
  const [open, ended] = await Promise.all([
    openOrders(db, user_id),
    db
      .selectFrom('orders')
      .selectAll()
      .where('user_id', '=', user_id)
      .where(isAmong(db, sql.ref('state'), endedStates))
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .limit(maxEnded)
      .execute(),
  ]);
  return [...open, ...ended];
}

/** Orders as support or an auditor reads them: with their makers, recipients and last sends. */
export async function listedOrders(
  { db, recipients }: { db: LedgerDb; recipients: RecipientReader },
  rows: readonly OrderRow[],
  viewer: Pick<Viewer, 'user_id' | 'canSee'>,
): Promise<Order[]> {
  if (rows.length === 0) return [];
  const releases = await lastReleases(
    db,
    rows.map(({ id }) => id),
  );
  const [senders, known, found, decisions] = await Promise.all([
    sendersByIds(
      db,
      rows.map(({ user_id }) => user_id),
    ),
    recipients.current(),
    sendsWithKeys(db, [...releases.values()]),
    decisionsAbout(db, rows),
  ]);
  const sends = new Map((await withTheirSender(db, found, viewer)).map((one) => [one.key, one]));
  return rows.map((row) => {
    const sender = senders.get(row.user_id);
    const recipient = known.get(row.destination_account_id);
    const decided = decisions(row);
    return {
      ...orderOf(row, sends.get(releases.get(row.id) ?? '') ?? null),
      ...(row.reference !== null && { reference: row.reference }),
      ...(sender && { sender }),
      ...(decided && { approval: approvalOf(decided) }),
      ...{ alias: recipient?.alias ?? null, country_code: recipient?.country_code ?? null },
    };
  });
}

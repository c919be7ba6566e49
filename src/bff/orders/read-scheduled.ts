import type { Occurrence } from '../../contract/api/order-days.ts';
import type { ScheduledOrder } from '../../contract/api/scheduled-order.ts';
import type { Viewer } from '../auth/viewer.ts';
import { type OrderRow, seenOpenOrders } from '../ledger/orders/orders.ts';
import { daysOf, skippedAhead, upcoming } from '../ledger/orders/schedule.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { knownZone } from '../lib/known-zone.ts';
import { timestamp } from '../lib/timestamp.ts';
import { readOrders } from './read-order.ts';

/** As many dates as a page tells before and after an order is saved. */
const datesShown = 3;

/**
 * What can still be sent, of the viewer's own, their team's or everybody's, due first.
 * @param now milliseconds since 1970
 * @param account_id of the recipient, for those to one alone
 */
export async function scheduledOrders(
  db: LedgerDb,
  viewer: Viewer,
  now: number,
  account_id?: string,
): Promise<ScheduledOrder[]> {
  const rows = await seenOpenOrders(db, viewer, account_id);
  const shown = await readScheduled(db, rows, viewer, now);
  const items = rows.map((row) => shown(row));
  return items.sort((a, b) => Number(dueText(a) > dueText(b)) - Number(dueText(a) < dueText(b)));
}

/** A paused one has no time of its own. */
const dueText = ({ release_at, next }: ScheduledOrder) => release_at ?? next[0]?.at ?? '';

/** An order as the viewer may see it, with its days. @param now milliseconds since 1970 */
export async function scheduledFor(
  db: LedgerDb,
  row: OrderRow,
  viewer: Viewer,
  now: number,
): Promise<ScheduledOrder> {
  return (await readScheduled(db, [row], viewer, now))(row);
}

/** As `readOrders`, with their days. */
async function readScheduled(
  db: LedgerDb,
  rows: readonly OrderRow[],
  viewer: Viewer,
  now: number,
): Promise<(row: OrderRow) => ScheduledOrder> {
  const [shown, all] = await Promise.all([readOrders(db, rows, viewer), daysOf(db, rows)]);
  return (row) => {
    const known = all.get(row.id);
    const isOver = row.release_at === null && row.waits_for === 'time';
    // The rest of the list is shown though this runtime can't count in the zone of one.
    const days = known && !isOver && knownZone(known.zone) !== undefined ? known : undefined;
    return {
      ...shown(row),
      next: days ? upcoming(row, days, now, datesShown).map(shownDay) : [],
      first_occurrence: row.first_occurrence,
      skipped: days ? skippedAhead(row, days) : [],
      ...(viewer.canSee !== 'everything' && { destination_account_fingerprint: row.fingerprint }),
    };
  };
}

const shownDay = ({ at, isLastDay, ...day }: Occurrence) => ({
  ...day,
  at: timestamp(at),
  is_last_day: isLastDay,
});

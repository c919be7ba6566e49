import { randomUUID } from 'node:crypto';
import type { Occurrence } from '../../contract/api/order-days.ts';
import { missedAfterMs } from '../../contract/api/order-states.ts';
import { addNews } from '../ledger/news/news.ts';
import type { OrderRow } from '../ledger/orders/orders.ts';
import { addNewsOfDoubt, hasSend } from '../ledger/orders/releases.ts';
import { passMissed, unansweredScheduled, waitingScheduled } from '../ledger/orders/schedule.ts';
import { addAudit } from '../ledger/people/audit.ts';
import { mayBeSentUnknown } from '../ledger/store/holds.ts';
import { isLedgerFailure } from '../ledger/store/ledger.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Log } from '../service/log.ts';

/**
 * Passes over the days that an order has missed, and tells its person.
 * @param now milliseconds since 1970, by the store's clock
 * @returns the order if it is due; null if it waits for another day by now, has ended, or is not as it was seen
 */
export async function dueOrder(
  tx: LedgerDb,
  seen: OrderRow,
  now: number,
): Promise<OrderRow | null> {
  const passed = await passMissed(tx, seen, now);
  if (!passed) return null;
  const { row, missed } = passed;
  await tellMissed(tx, seen, missed, now);
  // An instance that slept may have one from before it was paused.
  if (row.waits_for !== 'time' || row.release_at === null) return null;
  return row.release_at <= timestamp(now) ? row : null;
}

/**
 * Tells the person of an order which days it has missed; nothing for none.
 * @param row as it was before, when it may have been in doubt
 * @param now as of `dueOrder`
 */
export async function tellMissed(
  tx: LedgerDb,
  row: OrderRow,
  missed: readonly Occurrence[],
  now: number,
) {
  const [first, last] = [missed[0], missed.at(-1)];
  if (!first || !last) return;
  const at = timestamp(now);
  const isUnsure = row.unsure_since !== null || (await mayBeSentUnknown(tx, first.at));
  if (isUnsure) await addNewsOfDoubt(tx, row, at);
  else {
    // With the time: a restored ledger counts them again.
    const subject = `order ${row.id} ${last.number} ${at}`;
    await addNews(tx, [{ user_id: row.user_id, kind: 'order-missed', subject }], at);
  }
  const days = missed.map(({ day }) => day).join(' ');
  await noteRelease(tx, row, `missed ${days}`, now);
}

/**
 * Looks at orders that nobody wakes up for: those that asked their person a day ago without an answer, and after a
 * start, when the rules of a zone may be others, all that wait. One that can't be counted, as its zone is unknown to
 * this runtime, is left.
 */
export async function passDays(
  { db, storeClock, log }: { db: LedgerDb; storeClock: StoreClock; log: Log },
  isStart: boolean,
): Promise<void> {
  const now = await storeClock.now();
  const pass = async (row: OrderRow) => {
    try {
      await db.transaction().execute(async (tx) => {
        // It was sent: its release ends with that.
        if (!(await hasSend(tx, row))) await dueOrder(tx, row, now);
      });
    } catch (error) {
      if (isLedgerFailure(error)) throw error;
      log.error({ key: row.id, err: error }, 'order: its days could not be counted');
    }
  };
  await eachOf((after) => unansweredScheduled(db, timestamp(now - missedAfterMs), after), pass);
  if (isStart) await eachOf((after) => waitingScheduled(db, after), pass);
}

/** Does the work for the orders of each part. @param read the part behind an id */
async function eachOf(
  read: (after: string) => Promise<OrderRow[]>,
  work: (row: OrderRow) => Promise<void>,
) {
  let last: OrderRow | undefined;
  do {
    const part = await read(last?.id ?? '');
    for (const row of part) await work(row);
    last = part.at(-1);
  } while (last);
}

/** An entry of the audit by Giro itself. @param now milliseconds since 1970 */
export const noteRelease = (tx: LedgerDb, { id }: OrderRow, outcome: string, now: number) =>
  addAudit(tx, {
    ...{ at: timestamp(now), user_id: null, action: 'order-release', subject: `send ${id}` },
    ...{ outcome, request_id: randomUUID() },
  });

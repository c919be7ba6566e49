import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import {
  addOrder,
  type NewOrder,
  type OrderRow,
  releaseKey,
  releaseLeaseMs,
  releaseLeaseOf,
} from '../../src/bff/ledger/orders/orders.ts';
import { writeRelease } from '../../src/bff/ledger/orders/releases.ts';
import { takeLease } from '../../src/bff/ledger/store/leases.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { wallTimeOf } from '../../src/contract/api/zone-time.ts';
import { asShown, type Caller } from './recipients.ts';

const minuteMs = 60_000;

/**
 * Adds a held order that is due in an hour.
 * @param change what differs
 */
export async function addWaitingOrder(
  db: LedgerDb,
  user_id: string,
  change: Partial<NewOrder> = {},
): Promise<OrderRow> {
  const id = change.id ?? randomUUID();
  const release_at = new Date(Date.now() + 60 * minuteMs).toISOString();
  const row = await addOrder(
    db,
    {
      ...{ id, user_id, guard_scope: user_id, body_hash: id },
      ...{ destination_account_id: '501', fingerprint: 'print', source_amount_cents: '10000' },
      ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
      ...{ kind: 'held', waits_for: 'time', release_at, ...change },
    },
    new Date().toISOString(),
  );
  if (!row) throw new Error('the order was not added');
  return row;
}

/** Adds an order that should have been sent 2 minutes ago, and that no worker may take up for half a minute. */
export async function addOverdueOrder(
  db: LedgerDb,
  user_id: string,
  change: Partial<NewOrder> = {},
): Promise<OrderRow> {
  const id = randomUUID();
  // One that lasts longer counts as expired.
  await takeLease(db, releaseLeaseOf(id), Date.now(), releaseLeaseMs);
  const release_at = new Date(Date.now() - 2 * minuteMs).toISOString();
  return addWaitingOrder(db, user_id, { id, release_at, ...change });
}

/** Makes a weekly order due on the minute that has begun. @returns that day, which is its first one now */
export async function makeDueToday(db: LedgerDb, id: string): Promise<string> {
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  const { day, time } = wallTimeOf(minute);
  await db
    .updateTable('orders')
    .set({ first_day: day, time, zone: 'UTC', release_at: new Date(minute).toISOString() })
    .where('id', '=', id)
    .execute();
  return day;
}

/** Writes that the next one of an order was sent. @returns the key of that send */
export async function addSent(db: LedgerDb, order: OrderRow): Promise<string> {
  const key = releaseKey(order.id, order.occurrence);
  const now = new Date().toISOString();
  await writeRelease(db, order, 'released', null, now);
  await db
    .insertInto('sends')
    .values({
      ...{ key, user_id: order.user_id, body_hash: key, guard_scope: order.user_id },
      ...{ destination_account_id: order.destination_account_id, source_amount_cents: '50000' },
      ...{ source_amount_currency: 'CLP', destination_amount_currency: 'COP' },
      ...{ state: 'sent', known_transfer_ids: '[]', created_at: now, updated_at: now },
    })
    .execute();
  return key;
}

/** A year that is a year ahead whenever the specs run, for days that they name. */
export const nextYear = new Date().getUTCFullYear() + 1;

/** Schedules CLP 50,000 into COP by the API, on the last day of each month from October of next year on by default. */
export async function scheduleTransfer(
  caller: Caller,
  destination_account_id: string,
  { days, ...more }: { days?: object } & Record<string, unknown> = {},
) {
  const request = await asShown(caller, {
    ...{ id: randomUUID(), destination_account_id, source_amount_cents: '50000' },
    ...{ source_amount_currency: 'CLP', destination_amount_currency: 'COP', kind: 'monthly' },
    ...more,
    days: { first_day: `${nextYear}-10-31`, time: '09:00', zone: 'America/Santiago', ...days },
  });
  const { status, body } = await caller.call('POST', '/api/orders', request);
  if (status !== 201) throw new Error(`it was not scheduled: ${JSON.stringify(body)}`);
  return scheduledAnswer.parse(body).order;
}

const scheduledAnswer = z.object({ order: z.object({ id: z.string(), revision: z.number() }) });

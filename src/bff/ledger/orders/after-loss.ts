import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { knownZone } from '../../lib/known-zone.ts';
import { addAudit } from '../people/audit.ts';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb } from '../store/schema.ts';
import {
  asksAfterLoss,
  changeOrder,
  nextRevision,
  type OrderRow,
  releaseKey,
  saidOfNone,
} from './orders.ts';
import { addNewsOfDoubt, hasSend, writeRelease } from './releases.ts';
import { nextOf } from './schedule.ts';

// What a ledger that was restored, or lost its latest records, says of orders: it does not know which of them were
// stopped, changed or sent since, so none goes on before its person has looked.

const open = ['waiting', 'releasing', 'needs_you'] as const;

/**
 * Asks the people of all orders that would be sent, also of those that asked already. One whose send was written again
 * ends with it, and asks about its next day. Paused ones stay paused. Of all of them it is kept that they may have been
 * sent.
 * @param tx a transaction on a held ledger
 * @param now ISO 8601
 * @returns how many ask
 */
export async function askAfterLoss(tx: LedgerDb, now: string): Promise<number> {
  const rows = await tx
    .selectFrom('orders')
    .selectAll()
    .where(isAmong(tx, sql.ref('state'), open))
    .execute();
  let asked = 0;
  for (const seen of rows) {
    const row = await afterLoss(tx, seen, now);
    if (row?.state !== 'needs_you') continue;
    await addNewsOfDoubt(tx, row, now);
    asked += 1;
  }
  return asked;
}

async function afterLoss(tx: LedgerDb, seen: OrderRow, now: string): Promise<OrderRow | null> {
  if (await hasSend(tx, seen)) return endWithSend(tx, seen, now);
  const unsure = { unsure_since: now };
  // A revision that its person has seen: nothing else of it has changed.
  if (seen.waits_for === 'person') return changeOrder(tx, seen, open, unsure, now);
  return changeOrder(tx, seen, open, { ...asksAfterLoss, ...unsure, ...nextRevision(seen) }, now);
}

const ended = { state: 'released', waits_for: 'time' } as const;

/** What was written of the order after its send is lost: how it ended, and what its person said then. */
async function endWithSend(tx: LedgerDb, seen: OrderRow, now: string): Promise<OrderRow | null> {
  // Its days can't be counted: it is left to a version of Node.js that knows the zone.
  if (seen.zone !== null && knownZone(seen.zone) === undefined) return null;
  const next = await nextOf(tx, seen);
  const change = next
    ? { ...asksAfterLoss, ...next, ...saidOfNone, unsure_since: now }
    : ({ ...ended, reason: null, release_at: null, unsure_since: null } as const);
  const row = await changeOrder(tx, seen, open, { ...change, ...nextRevision(seen) }, now);
  if (!row) return null;
  await writeRelease(tx, seen, 'released', null, now);
  await addAudit(tx, {
    ...{ at: now, user_id: null, action: 'order-release', subject: `send ${seen.id}` },
    ...{ outcome: `send ${releaseKey(seen.id, seen.occurrence)}`, request_id: randomUUID() },
  });
  return row;
}

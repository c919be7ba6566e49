import { randomUUID } from 'node:crypto';
import { openStates } from '../../contract/api/send-states.ts';
import { addNews } from '../ledger/news/news.ts';
import { addAudit } from '../ledger/people/audit.ts';
import { ownersOf } from '../ledger/people/owners.ts';
import { addLookAlike, endedWithoutAnswer } from '../ledger/sends/look-alikes.ts';
import { type SendRow, sendsInState } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { storeTimestamp } from '../ledger/store/store-clock.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Log } from '../service/log.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { matchesRequest } from './known-transfers.ts';
import { knownIds, requestOf } from './send-row.ts';

const dayMs = 24 * 60 * 60_000;
/** Look-alikes are looked for until a send has ended this long ago. */
const watchedForMs = 28 * dayMs;

type Deps = {
  db: LedgerDb;
  tracking: Pick<Tracking, 'list'>;
  storeClock: StoreClock;
  log: Log;
};

/**
 * Records each unowned transfer that matches a send which ended without the service's answer: that
 * send may have been matched to another transfer, or resolved as not sent. Only support can decide.
 * @param maxAge of the list of transfers, in milliseconds
 */
export async function noteLookAlikes(
  { db, tracking, storeClock, log }: Deps,
  maxAge: number,
): Promise<void> {
  const seen_at = await storeTimestamp(storeClock);
  const since = timestamp(Date.parse(seen_at) - watchedForMs);
  const ended = await endedWithoutAnswer(db, since);
  if (ended.length === 0) return;
  const accounts = ended.map((row) => row.destination_account_id);
  const { value: transfers } = await tracking.list(maxAge, accounts);
  // Read after the list: a transfer that an open send may still become is not a look-alike.
  const open = await sendsInState(db, openStates);
  const openBodies = new Set(open.map(({ body_hash }) => body_hash));
  const watched = Map.groupBy(
    ended.filter(({ body_hash }) => !openBodies.has(body_hash)),
    (row) => row.destination_account_id,
  );
  const found: { row: SendRow; transfer_id: string }[] = [];
  for (const transfer of transfers) {
    for (const row of watched.get(transfer.destination_account_id) ?? []) {
      if (!matchesRequest(transfer, requestOf(row)) || knownIds(row).has(transfer.id)) continue;
      found.push({ row, transfer_id: transfer.id });
    }
  }
  const ids = found.map(({ transfer_id }) => transfer_id);
  const owners = await ownersOf(db, 'transfer', ids);
  for (const { row, transfer_id } of found) {
    if (owners.has(transfer_id)) continue;
    const isNew = await db.transaction().execute(async (tx) => {
      if (!(await addLookAlike(tx, { send_key: row.key, transfer_id, seen_at }))) return false;
      const subject = `look-alike ${transfer_id} of send ${row.key}`;
      await addNews(tx, [{ user_id: null, kind: 'review', subject }], seen_at);
      await addAudit(tx, {
        at: seen_at,
        user_id: null,
        action: 'look-alike',
        subject: `send ${row.key}`,
        outcome: `transfer ${transfer_id}`,
        request_id: randomUUID(),
      });
      return true;
    });
    if (!isNew) continue;
    log.warn(
      { key: row.key, state: row.state, transfer_id },
      'send: a look-alike of an ended send appeared',
    );
  }
}

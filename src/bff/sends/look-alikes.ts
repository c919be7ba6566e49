import { randomUUID } from 'node:crypto';
import { openStates } from '../../contract/api/send-states.ts';
import { addAudit } from '../ledger/audit.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { addLookAlike, endedWithoutAnswer } from '../ledger/look-alikes.ts';
import { ownersOf } from '../ledger/owners.ts';
import { type SendRow, sendsInState } from '../ledger/sends.ts';
import type { StoreClock } from '../ledger/store-clock.ts';
import { storeTimestamp } from '../ledger/store-clock.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Log } from '../service/log.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { matchesRequest } from './known-transfers.ts';
import { knownIds, requestOf } from './send-row.ts';

const day = 24 * 60 * 60_000;
/** For how long after a sending ended transfers like it are noticed. */
export const watchedForMs = 28 * day;

type Deps = {
  db: LedgerDb;
  tracking: Pick<Tracking, 'list'>;
  storeClock: StoreClock;
  log: Log;
};

/**
 * Notes each transfer that could be a sending which ended without the service's answer, and that is
 * nobody's: it was taken for another, or for not sent. Only support can say which.
 * @param maxAge of the list, in milliseconds
 */
export async function noteLookAlikes(
  { db, tracking, storeClock, log }: Deps,
  maxAge: number,
): Promise<void> {
  const seen_at = await storeTimestamp(storeClock);
  const since = timestamp(Date.parse(seen_at) - watchedForMs);
  const ended = await endedWithoutAnswer(db, since);
  if (ended.length === 0) return;
  const { value: transfers } = await tracking.list(maxAge);
  // After the list: what an open sending may yet turn out to be is no news.
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
    if (!(await addLookAlike(db, { send_key: row.key, transfer_id, seen_at }))) continue;
    log.warn(
      { key: row.key, state: row.state, transfer_id },
      'a transfer like a past one turned up',
    );
    await addAudit(db, {
      at: seen_at,
      user_id: null,
      action: 'look-alike',
      subject: `send ${row.key}`,
      outcome: `transfer ${transfer_id}`,
      request_id: randomUUID(),
    });
  }
}

import { compiledOnce } from './compiled-once.ts';
import type { LedgerDb } from './ledger.ts';

export type Seen = { transfer_id: string; state: string };

/** Records when this app first saw each state; what was seen before stays as it is. */
export async function addStateObservations(db: LedgerDb, seen: Seen[], now: string) {
  const chunk = 500;
  for (let start = 0; start < seen.length; start += chunk) {
    await db
      .insertInto('sightings')
      .values(seen.slice(start, start + chunk).map((one) => ({ ...one, seen_at: now })))
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
}

/** Of these transfers, the first seen first. */
export const stateObservationsOf = compiledOnce((db, transfer_ids) =>
  db
    .selectFrom('sightings')
    .select(['transfer_id', 'state', 'seen_at'])
    .where('transfer_id', 'in', transfer_ids)
    .orderBy('seen_at'),
);

const firstSeen = compiledOnce((db, transfer_ids) =>
  db
    .selectFrom('sightings')
    .select(({ fn }) => ['transfer_id', fn.min('seen_at').as('first_seen_at')])
    .where('transfer_id', 'in', transfer_ids)
    .groupBy('transfer_id'),
);

/** When each of these transfers was first seen in any state, by id; those that never were are missing. */
export async function firstSeenOf(
  db: LedgerDb,
  transfer_ids: string[],
): Promise<ReadonlyMap<string, string>> {
  if (transfer_ids.length === 0) return new Map();
  const rows = await firstSeen(db, transfer_ids);
  return new Map(rows.map(({ transfer_id, first_seen_at }) => [transfer_id, first_seen_at]));
}

import { sql } from 'kysely';
import { isFinal } from '../../../contract/transfer-state.ts';
import { addNewsOfEnded } from '../news/news.ts';
import { compiledOnce } from '../store/compiled-once.ts';
import { isInList, listOf } from '../store/is-among.ts';
import type { LedgerDb } from '../store/schema.ts';

type Seen = {
  transfer_id: string;
  state: string;
  /** How long nobody had looked before, in milliseconds; null or left out if that is not known. */
  unseen_ms?: number | null;
};

/**
 * Records when Giro first saw each state, and the news of transfers that ended; existing rows don't change.
 * @param tx a transaction, so that no observation is without its news
 * @param now ISO 8601
 */
export async function addStateObservations(tx: LedgerDb, seen: readonly Seen[], now: string) {
  const chunk = 500;
  for (let start = 0; start < seen.length; start += chunk) {
    const added = await tx
      .insertInto('sightings')
      .values(seen.slice(start, start + chunk).map((one) => ({ ...one, seen_at: now })))
      .onConflict((oc) => oc.doNothing())
      .returning(['transfer_id', 'state'])
      .execute();
    const ended = added.filter(({ state }) => isFinal(state));
    await addNewsOfEnded(
      tx,
      ended.map(({ transfer_id }) => transfer_id),
      now,
    );
  }
}

/** The observed states of these transfers, oldest first. */
export const stateObservationsOf = (db: LedgerDb, transfer_ids: readonly string[]) =>
  stateObservations(db, listOf(db, transfer_ids));

const stateObservations = compiledOnce((db, list) =>
  db
    .selectFrom('sightings')
    .select(['transfer_id', 'state', 'seen_at'])
    .where(isInList(db, sql.ref('transfer_id'), list))
    .orderBy('seen_at'),
);

const firstSeen = compiledOnce((db, list) =>
  db
    .selectFrom('sightings')
    .select(({ fn }) => ['transfer_id', fn.min('seen_at').as('first_seen_at')])
    .where(isInList(db, sql.ref('transfer_id'), list))
    .groupBy('transfer_id'),
);

/** When each transfer was first seen in any state, by id; unseen ones are missing. */
export async function firstSeenOf(
  db: LedgerDb,
  transfer_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await firstSeen(db, listOf(db, transfer_ids));
  return new Map(rows.map(({ transfer_id, first_seen_at }) => [transfer_id, first_seen_at]));
}

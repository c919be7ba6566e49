import { type SqlBool, sql } from 'kysely';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb } from '../store/schema.ts';
import { readerOf } from '../store/sqlite-thread.ts';

/** A transfer of Giro that was seen completed. */
type SeenArrival = {
  transfer_id: string;
  /** When it was first seen completed, and when Send was pressed; ISO 8601. */
  seen_at: string;
  sent_at: string;
  /** How long nobody had looked before, in milliseconds; null if that is not known. */
  unseen_ms: number | null;
  destination_account_id: string;
  user_id: string;
};

/** Where a walk through the arrivals goes on. */
export type ArrivalCursor = Pick<SeenArrival, 'seen_at' | 'transfer_id'>;

/**
 * Transfers of Giro that were seen completed since a time, the latest first. A send that was written anew for a
 * transfer that was found is left out: nobody knows when it was pressed.
 * @param before only those before this one; null for the latest
 * @param limit of the transfers that are looked at, also by others
 * @returns `next`: where to go on; null at the end
 */
export async function seenArrivals(
  ledger: LedgerDb,
  since: string,
  before: ArrivalCursor | null,
  limit: number,
): Promise<{ rows: SeenArrival[]; next: ArrivalCursor | null }> {
  const db = readerOf(ledger);
  // Not a parameter: SQLite uses an index of some rows only where it reads the same condition.
  let query = db
    .selectFrom('sightings')
    .select(['transfer_id', 'seen_at', 'unseen_ms'])
    .where(sql<SqlBool>`state = 'executed'`)
    .where('seen_at', '>=', since);
  if (before) {
    query = query.where(
      sql<SqlBool>`(seen_at, transfer_id) < (${before.seen_at}, ${before.transfer_id})`,
    );
  }
  const seen = await query
    .orderBy('seen_at', 'desc')
    .orderBy('transfer_id', 'desc')
    .limit(limit)
    .execute();
  // Apart: joined, both stores begin with the sends and sort all of them.
  const ids = seen.map(({ transfer_id }) => transfer_id);
  const sends = await db
    .selectFrom('sends')
    .select(['transfer_id', 'created_at', 'destination_account_id', 'user_id'])
    .where(isAmong(db, sql.ref('transfer_id'), ids))
    .where('known_by', '<>', 'restore')
    .execute();
  const sent = new Map(sends.map((one) => [one.transfer_id, one]));
  const rows = seen.flatMap(({ transfer_id, seen_at, unseen_ms }) => {
    const send = sent.get(transfer_id);
    if (!send) return [];
    const { created_at: sent_at, destination_account_id, user_id } = send;
    const unseen = unseen_ms === null ? null : Number(unseen_ms);
    return [{ transfer_id, seen_at, sent_at, unseen_ms: unseen, destination_account_id, user_id }];
  });
  return { rows, next: (seen.length === limit ? seen.at(-1) : null) ?? null };
}

/** A transfer of Giro that has not ended, without a case. */
export type UnderWay = {
  id: string;
  id_order: string;
  destination_account_id: string;
  source_amount_cents: string;
  source_amount_currency: string;
  sent_at: string;
  read_at: string;
};

/** Transfers of Giro that were sent before a time, have not ended and never had a case, lowest id first. */
export function underWayWithoutCase(
  db: LedgerDb,
  sentBefore: string,
  after: string,
  limit: number,
): Promise<UnderWay[]> {
  return (
    readerOf(db)
      .selectFrom('transfers')
      .innerJoin('sends', 'sends.transfer_id', 'transfers.id')
      .select(['transfers.id', 'id_order', 'transfers.destination_account_id', 'read_at'])
      .select(['transfers.source_amount_cents', 'transfers.source_amount_currency'])
      .select('sends.created_at as sent_at')
      // Not a parameter, for the index of these rows.
      .where(sql<SqlBool>`ended = 0`)
      .where('sends.state', '=', 'sent')
      .where('sends.known_by', '<>', 'restore')
      .where('sends.created_at', '<', sentBefore)
      .where('id_order', '>', after)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('transfer_cases')
              .select('transfer_id')
              .whereRef('transfer_cases.transfer_id', '=', 'transfers.id'),
          ),
        ),
      )
      .orderBy('id_order')
      .limit(limit)
      .execute()
  );
}

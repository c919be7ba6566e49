import type { Selectable } from 'kysely';
import type { HoldsTable, LedgerDb } from './schema.ts';

type HoldId = HoldsTable['id'];
export type Hold = Omit<Selectable<HoldsTable>, 'id'>;

/** For so long after a release, in milliseconds, a send key may be one that the restored ledger lost. */
export const keysLostForMs = 7 * 24 * 60 * 60_000;

/** The hold of a restored ledger, or that of a moved one; null if there never was one. */
export async function readHold(db: LedgerDb, id: HoldId): Promise<Hold | null> {
  const row = await db
    .selectFrom('holds')
    .select(['kind', 'since', 'detail', 'list_at', 'released_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** True while nothing may be sent, given up or told: every instance on the ledger asks before it does. */
export async function isHeld(db: LedgerDb): Promise<boolean> {
  const row = await db
    .selectFrom('holds')
    .select('id')
    .where('released_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * True if a key that this ledger does not know may still be that of a send, lost with what came after the backup.
 * @param now milliseconds since 1970, by the store's clock
 */
export async function mayHaveLostKeys(db: LedgerDb, now: number): Promise<boolean> {
  const hold = await readHold(db, 'restore');
  if (hold === null) return false;
  return hold.released_at === null || now - Date.parse(hold.released_at) < keysLostForMs;
}

/**
 * True if a day may have been sent although the ledger does not know it: it lies before the last loss.
 * @param at milliseconds since 1970
 */
export async function mayBeSentUnknown(db: LedgerDb, at: number): Promise<boolean> {
  const hold = await readHold(db, 'restore');
  return hold !== null && at < Date.parse(hold.since);
}

/** Holds the ledger. Replaces an earlier hold of its sort. */
export async function writeHold(db: LedgerDb, id: HoldId, hold: Omit<Hold, 'released_at'>) {
  await removeHold(db, id);
  await db
    .insertInto('holds')
    .values({ id, ...hold, released_at: null })
    .execute();
}

/** Ends the hold and keeps when that was. @param now ISO 8601 */
export async function releaseHold(db: LedgerDb, now: string) {
  await db.updateTable('holds').set({ released_at: now }).where('id', '=', 'restore').execute();
}

/** Forgets the hold. */
export async function removeHold(db: LedgerDb, id: HoldId) {
  await db.deleteFrom('holds').where('id', '=', id).execute();
}

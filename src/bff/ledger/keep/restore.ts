import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { timestamp } from '../../lib/timestamp.ts';
import { readHold, removeHold, writeHold } from '../store/holds.ts';
import type { LedgerDb } from '../store/schema.ts';
import { mirrorState } from '../transfers/mirror.ts';
import { emptyTable } from './tables.ts';

/**
 * What a restored ledger must not bring back: sessions, links and challenges that may have ended since, leases of instances
 * that are gone, and a token that may have been replaced.
 */
const forgotten = [
  'sessions',
  'oidc_attempts',
  'oidc_sign_outs',
  'password_links',
  'invitations',
  'passkey_challenges',
  'sign_in_challenges',
  'step_up_challenges',
  'leases',
  'service_tokens',
  // A copy is on another timeline, and held anyway.
  'store_timeline',
];

/** The clocks of two stores, one of which took the other's place, differ by less. */
const maxStoresApartMs = 10_000;

/**
 * Makes a ledger of a backup's rows one that is held, and remembers which transfers the backup knew.
 * @param made_at when the backup was made; `now`: both ISO 8601
 */
export async function markRestored(tx: LedgerDb, made_at: string, now: string): Promise<void> {
  for (const table of forgotten) await emptyTable(tx, table);
  const before = await readHold(tx, 'restore');
  const wasHeld = before !== null && before.released_at === null;
  // In a backup of a held ledger, what was known is what the backup before it knew.
  if (!wasHeld) {
    await tx.deleteFrom('known_before_restore').execute();
    await sql`insert into known_before_restore (transfer_id)
      select id from transfers union select transfer_id from sightings`.execute(tx);
  }
  const list_at = wasHeld ? before.list_at : (await mirrorState(tx)).as_of;
  await renewMirror(tx);
  // A backup of the old ledger of a move is a ledger again.
  await removeHold(tx, 'move');
  await writeHold(tx, 'restore', { kind: 'restored', since: now, detail: made_at, list_at });
}

/**
 * Holds a ledger that lost its latest records, unless it is held already. Remembers which transfers it knew before:
 * what was read since is written with later times.
 * @param lostSince what was written before, or earlier, is there; and `now`: both milliseconds since 1970
 * @returns false if it was held
 */
export async function holdLost(tx: LedgerDb, lostSince: number, now: number): Promise<boolean> {
  const before = await readHold(tx, 'restore');
  if (before !== null && before.released_at === null) return false;
  const until = timestamp(Math.min(lostSince, now) - maxStoresApartMs);
  await tx.deleteFrom('known_before_restore').execute();
  await sql`insert into known_before_restore (transfer_id)
    select id from transfers where read_at < ${until}
    union select transfer_id from sightings where seen_at < ${until}`.execute(tx);
  const { as_of: list_at } = await mirrorState(tx);
  const detail = timestamp(lostSince);
  await writeHold(tx, 'restore', { kind: 'lost', since: timestamp(now), detail, list_at });
  return true;
}

/** Lets every browser and instance read the whole mirror again: numbers that they saw may be used twice. */
export async function renewMirror(tx: LedgerDb) {
  await tx
    .updateTable('mirror')
    .set({ epoch: randomBytes(6).toString('base64url') })
    .where('id', '=', 'current')
    .execute();
}

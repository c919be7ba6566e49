import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { readHold, removeHold, writeHold } from './holds.ts';
import type { LedgerDb } from './ledger.ts';
import { mirrorState } from './mirror.ts';
import { emptyTable } from './tables.ts';

/**
 * What a restored ledger must not bring back: sessions, links and challenges that may have ended since, leases of instances
 * that are gone, and a token that may have been replaced.
 */
const forgotten = [
  'sessions',
  'oidc_attempts',
  'password_links',
  'invitations',
  'passkey_challenges',
  'sign_in_challenges',
  'step_up_challenges',
  'leases',
  'service_tokens',
];

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
  // What a browser saw after the backup has numbers that are given again: it must read everything.
  await tx
    .updateTable('mirror')
    .set({ epoch: randomBytes(6).toString('base64url') })
    .where('id', '=', 'current')
    .execute();
  // A backup of the old ledger of a move is a ledger again.
  await removeHold(tx, 'move');
  await writeHold(tx, 'restore', { kind: 'restored', since: now, detail: made_at, list_at });
}

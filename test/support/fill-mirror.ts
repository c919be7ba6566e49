import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { mirrorState, writeMirror } from '../../src/bff/ledger/transfers/mirror.ts';
import { isSame } from '../../src/bff/tracking/transfer-index.ts';
import type { Transfer } from '../../src/contract/transfer.ts';
import { mirroredRows } from './mirrored-rows.ts';

/** Makes these the only transfers of the mirror. */
export async function fillMirror(db: LedgerDb, transfers: readonly Transfer[]): Promise<void> {
  const before = new Map((await mirroredRows(db)).map((row) => [row.id, row]));
  const next = new Map(transfers.map((row) => [row.id, row]));
  const read_at = new Date().toISOString();
  const written = await writeMirror(db, {
    ...{ since: await mirrorState(db), read_at, state: { as_of: read_at, tried_at: read_at } },
    changed: transfers.filter((row) => {
      const known = before.get(row.id);
      return !known || !isSame(known, row);
    }),
    removed: [...before.keys()].filter((id) => !next.has(id)),
  });
  if (typeof written === 'string') throw new Error(`the mirror was not filled: ${written}`);
}

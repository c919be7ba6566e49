import type { Transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { type SendRow, takenTransfers } from '../ledger/sends.ts';
import { newTransfersLike } from './known-transfers.ts';
import { knownIds, requestOf } from './send-row.ts';

/** The transfers that can be a sending: like it, not known before it, and nobody else's outcome. */
export async function candidatesAmong(
  db: LedgerDb,
  row: SendRow,
  transfers: Transfer[],
): Promise<Transfer[]> {
  const like = newTransfersLike(requestOf(row), transfers, knownIds(row));
  const ids = like.map(({ id }) => id);
  const taken = await takenTransfers(db, ids, row.user_id);
  return like.filter(({ id }) => !taken.has(id));
}

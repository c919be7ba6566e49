import type { Transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { type SendRow, takenTransfers } from '../ledger/sends.ts';
import type { OddRow } from '../service/list-record.ts';
import { couldBe, newTransfersLike } from './known-transfers.ts';
import { knownIds, requestOf } from './send-row.ts';

/**
 * The rows that can't be read and could be a sending, by their ids or null without one: those that its own intent did not know by their
 * id, and that are nobody else's outcome. Beside one of them no other transfer proves anything, and a
 * list with one in it is not a list without the sending.
 */
export async function unreadAmong(
  db: LedgerDb,
  row: SendRow,
  odd: readonly OddRow[],
): Promise<(string | null)[]> {
  const before = knownIds(row);
  const request = requestOf(row);
  const unread = odd.filter(({ id, ...rest }) => {
    return !(id !== null && before.has(id)) && couldBe({ id, ...rest }, request);
  });
  const ids = unread.map(({ id }) => id).filter((id) => id !== null);
  const taken = await takenTransfers(db, ids, row.user_id);
  return unread.map(({ id }) => id).filter((id) => id === null || !taken.has(id));
}

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

import type { Transfer } from '../../contract/transfer.ts';
import { type SendRow, takenTransfers } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { mirroredTo } from '../ledger/transfers/mirror.ts';
import type { OddRow } from '../service/list-record.ts';
import { couldBe, newTransfersLike } from './known-transfers.ts';
import { answerOf, knownIds, requestOf } from './send-row.ts';

/**
 * Unreadable rows of the service's list that could be the transfer of this send: not known when its
 * intent was written, and not taken by another send or person. While there is one, another match proves
 * nothing, and no match doesn't mean that the transfer is missing.
 * @returns their ids; null for a row without a readable id
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

/**
 * Transfers that could be the outcome of this send: they match its request, were not known when its
 * intent was written, and are not taken by another send or person.
 */
export async function candidatesAmong(
  db: LedgerDb,
  row: SendRow,
  transfers: Transfer[],
): Promise<Transfer[]> {
  const like = newTransfersLike(requestOf(row), transfers, knownIds(row));
  if (like.length === 0) return [];
  const ids = like.map(({ id }) => id);
  const taken = await takenTransfers(db, ids, row.user_id);
  return like.filter(({ id }) => !taken.has(id));
}

/**
 * What arrives of these sends, by key: by the answer, or by each of the transfers that could be their outcome. An
 * estimate may be missing, and another amount may arrive, so that a search by what the recipient got finds no send
 * without this.
 * @param isSearched leaves out the transfers whose amounts are not searched
 */
export async function arrivalsOf(
  db: LedgerDb,
  rows: readonly SendRow[],
  isSearched: (transfer: Transfer) => boolean,
): Promise<ReadonlyMap<string, readonly bigint[]>> {
  const arrivals = new Map<string, readonly bigint[]>();
  if (rows.length === 0) return arrivals;
  const accounts = [...new Set(rows.map((row) => row.destination_account_id))];
  const searched = (await mirroredTo(db, accounts)).filter(isSearched);
  for (const row of rows) {
    const candidates = await candidatesAmong(db, row, searched);
    const all = [...candidates, answerOf(row)].filter((one) => one !== null);
    arrivals.set(
      row.key,
      all.map((one) => one.destination_amount_cents),
    );
  }
  return arrivals;
}

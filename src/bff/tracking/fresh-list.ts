import type { Transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { mirroredTo } from '../ledger/mirror.ts';
import { executedTo } from '../ledger/transfer-windows.ts';
import type { OddRow } from '../service/list-record.ts';
import { type ListedTransfers, listedTo } from './listed-transfers.ts';
import type { Compared } from './mirror-memory.ts';

/** A list as read by this instance. */
export type FreshList = {
  /** Its transfers to these accounts. */
  to(accounts: readonly string[]): Promise<Transfer[]>;
  /** The accounts among these that have an executed transfer. */
  executedTo(accounts: readonly string[]): Promise<ReadonlySet<string>>;
  readAt: number;
  odd: readonly OddRow[];
};

/** The list that the mirror equals. */
export const mirroredList = (db: LedgerDb, readAt: number): FreshList => ({
  to: (accounts) => mirroredTo(db, accounts),
  executedTo: (accounts) => executedTo(db, accounts),
  ...{ readAt, odd: [] },
});

/**
 * @param listed null for the list that the mirror equals
 * @param compared null if it was not compared with the mirror
 */
export function freshList(
  db: LedgerDb,
  listed: ListedTransfers | null,
  readAt: number,
  compared: Compared | null,
): FreshList {
  const mirror = mirroredList(db, readAt);
  if (listed === null) return mirror;
  const { odd } = listed;
  const changed = compared?.changed ?? null;
  const listedNow = (accounts: readonly string[]) => listedTo(listed, changed, accounts);

  return {
    ...{ readAt, odd },
    async to(accounts) {
      if (compared === null) return listedNow(accounts);
      // What the list changes may be in the ledger already, or not yet.
      const rows = new Map((await mirror.to(accounts)).map((row) => [row.id, row]));
      for (const place of compared.changed) rows.delete(listed.rows.idAt(place));
      for (const id of compared.removed) rows.delete(id);
      return [...rows.values(), ...(await listedNow(accounts))];
    },
    async executedTo(accounts) {
      const known = compared === null ? [] : await mirror.executedTo(accounts);
      const executed = (await listedNow(accounts)).filter(({ state }) => state === 'executed');
      return new Set([...known, ...executed.map((row) => row.destination_account_id)]);
    },
  };
}

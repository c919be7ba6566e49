import { type Transfer, transfer } from '../../contract/transfer.ts';
import { createYield } from '../lib/yield-to-event-loop.ts';
import { createListReader } from '../service/list-reader.ts';
import type { ListRecord, OddRow } from '../service/list-record.ts';

/** A list of transfers as it was read. */
export type TransferList = {
  index: TransferIndex;
  /** Its rows by id: of rows with the same id the last counts. */
  rows: ReadonlyMap<string, Transfer>;
  /** The rows that the mirror is not known to have. */
  unknown: readonly Transfer[];
  odd: readonly OddRow[];
};

/** What is known of the mirror: enough to find the rows of a list that say something new. */
export type TransferIndex = {
  /** @throws ServiceError unreadable if the text is no list, or none of it is readable */
  read(parts: Iterable<string>): Promise<TransferList>;
  /**
   * Takes note of a row that the mirror has.
   * @param row null if the mirror has it otherwise than it was listed: the next list is compared with it
   */
  take(id: string, row: Transfer | null): void;
  remove(id: string): void;
  /**
   * Goes through all rows of the mirror after a list.
   * @param last ids of the list's rows that are still to be taken
   * @returns the ids that the list lacks, and whether the mirror has the others as they were listed
   */
  review(
    list: TransferList,
    last: ReadonlySet<string>,
  ): Promise<{ missing: string[]; isExact: boolean }>;
};

export function createTransferIndex(record: Pick<ListRecord, 'took' | 'failed'>): TransferIndex {
  const reader = createListReader({ schema: transfer, list: 'transfers', record });
  const known = new Map<string, Transfer | null>();

  const index: TransferIndex = {
    async read(parts) {
      const { rows: listed, odd } = await reader.read(parts);
      const rows = new Map<string, Transfer>();
      const yieldToLoop = createYield();
      for (const row of listed) {
        rows.set(row.id, row);
        const rest = yieldToLoop();
        if (rest) await rest;
      }
      const unknown: Transfer[] = [];
      for (const row of rows.values()) {
        if (!isSame(known.get(row.id), row)) unknown.push(row);
        const rest = yieldToLoop();
        if (rest) await rest;
      }
      return { index, rows, unknown, odd };
    },
    take: (id, row) => void known.set(id, row),
    remove: (id) => void known.delete(id),
    async review({ rows }, last) {
      const missing: string[] = [];
      let isExact = true;
      const yieldToLoop = createYield();
      for (const [id, row] of known) {
        const listed = rows.get(id);
        if (!listed) missing.push(id);
        else if (!last.has(id) && !isSame(row, listed)) isExact = false;
        const rest = yieldToLoop();
        if (rest) await rest;
      }
      return { missing, isExact };
    },
  };
  return index;
}

/** True if two transfers with the same id are equal. */
export function isSame(a: Transfer | null | undefined, b: Transfer): boolean {
  if (!a || a === b) return a === b;
  return (
    a.state === b.state &&
    a.destination_account_id === b.destination_account_id &&
    a.source_amount_cents === b.source_amount_cents &&
    a.source_amount_currency === b.source_amount_currency &&
    a.destination_amount_cents === b.destination_amount_cents &&
    a.destination_amount_currency === b.destination_amount_currency
  );
}

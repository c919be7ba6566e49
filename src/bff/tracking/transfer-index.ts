import type { Transfer } from '../../contract/transfer.ts';
import { createYield } from '../lib/yield-to-event-loop.ts';

/** Transfers to compare a list with. Immutable, except that `withRows` updates `byId`. */
export type TransferIndex = {
  /** Sorted by id, lowest first. */
  readonly rows: Transfer[];
  readonly byId: Map<string, Transfer>;
};

export type NextIndex = {
  index: TransferIndex;
  /** New and changed rows. */
  changed: Transfer[];
  /** Ids of earlier rows that are gone. */
  removed: string[];
};

/**
 * The index after a read of the list. Of rows with the same id the last counts. Rows are sorted by id,
 * because the service gives no times and later transfers have higher ids. Any state may follow a final
 * one: contract 3 doesn't show the transitions. Yields to the event loop.
 */
export async function nextIndex(
  before: TransferIndex | null,
  listed: readonly Transfer[],
): Promise<NextIndex> {
  const yieldToLoop = createYield();
  const byId = new Map<string, Transfer>();
  for (const row of listed) {
    byId.set(row.id, row);
    const rest = yieldToLoop();
    if (rest) await rest;
  }
  const changed: Transfer[] = [];
  for (const row of byId.values()) {
    const rest = yieldToLoop();
    if (rest) await rest;
    const old = before?.byId.get(row.id);
    if (old === row) continue;
    if (old && isSame(old, row)) byId.set(row.id, old);
    else changed.push(row);
  }
  const rows: Transfer[] = [];
  const removed: string[] = [];
  for (const { id } of before?.rows ?? []) {
    const rest = yieldToLoop();
    if (rest) await rest;
    const row = byId.get(id);
    if (row) rows.push(row);
    else removed.push(id);
  }
  // Two sorted runs, which the sort merges in one pass.
  const added = changed.filter(({ id }) => !before?.byId.has(id)).sort(byNumber);
  for (const row of added) rows.push(row);
  if (added.length > 0) rows.sort(byNumber);
  // A row that `withRows` added to the earlier index during a pause is in neither run.
  const all = rows.length === byId.size ? rows : [...byId.values()].sort(byNumber);
  return { index: { rows: all, byId }, changed, removed };
}

/**
 * The index with some rows replaced or added. Updates `byId` in place, because copying it would block the
 * event loop.
 */
export function withRows(index: TransferIndex, changed: readonly Transfer[]): TransferIndex {
  if (changed.length === 0) return index;
  const rows = [...index.rows];
  const added: Transfer[] = [];
  for (const row of changed) {
    const place = placeOf(index.rows, row.id);
    if (index.rows[place]?.id === row.id) rows[place] = row;
    else added.push(row);
    index.byId.set(row.id, row);
  }
  const last = rows.at(-1);
  added.sort(byNumber);
  for (const row of added) rows.push(row);
  // New ids are usually the highest.
  if (last && added[0] && byNumber(added[0], last) < 0) rows.sort(byNumber);
  return { ...index, rows };
}

/** True if two transfers with the same id are equal. */
export function isSame(a: Transfer, b: Transfer): boolean {
  return (
    a.state === b.state &&
    a.destination_account_id === b.destination_account_id &&
    a.source_amount_cents === b.source_amount_cents &&
    a.source_amount_currency === b.source_amount_currency &&
    a.destination_amount_cents === b.destination_amount_cents &&
    a.destination_amount_currency === b.destination_amount_currency
  );
}

const byNumber = (a: Transfer, b: Transfer) => compareIds(a.id, b.id);

/** Compares ids as numbers: decimal strings without leading zeros. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** The index of an id in sorted rows, or where it would be inserted (binary search). */
function placeOf(rows: readonly Transfer[], id: string): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row && compareIds(row.id, id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

import type { Transfer } from '../../contract/transfer.ts';
import { createYield } from '../lib/yield-to-event-loop.ts';
import type { OddRow } from '../service/list-record.ts';

/** All transfers of the service as they were last seen. Only `withRow` changes anything in it. */
export type TransferIndex = {
  /** By id, the lowest first. */
  readonly rows: Transfer[];
  readonly byId: Map<string, Transfer>;
  /** When the read of the list began, in milliseconds since 1970. */
  readonly readAt: number;
  /** The rows of the list that can't be read. */
  readonly odd: readonly OddRow[];
};

export type NextIndex = {
  index: TransferIndex;
  /** The rows that are new or not as before. */
  changed: Transfer[];
  /** How many rows of before are gone. */
  removed: number;
};

/**
 * The index after a read of the list. Of rows with one id the last counts. Ids order the rows: the
 * service gives no times, and later transfers have greater ids. A state after a final one counts as any
 * other does: contract 3 does not show which can follow. Works in slices, see `createYield`.
 */
export async function nextIndex(
  before: TransferIndex | null,
  listed: readonly Transfer[],
  readAt: number,
  odd: readonly OddRow[] = [],
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
  for (const { id } of before?.rows ?? []) {
    const rest = yieldToLoop();
    if (rest) await rest;
    const row = byId.get(id);
    if (row) rows.push(row);
  }
  const removed = (before?.rows.length ?? 0) - rows.length;
  // Two runs in order, for which a sort is one pass.
  const added = changed.filter(({ id }) => !before?.byId.has(id)).sort(byNumber);
  for (const row of added) rows.push(row);
  if (added.length > 0) rows.sort(byNumber);
  return { index: { rows, byId, readAt, odd }, changed, removed };
}

/**
 * The index with one row as it was seen on its own; the row must be in it. The map is the same one,
 * for to copy it takes longer than other calls should wait.
 */
export function withRow(index: TransferIndex, row: Transfer): TransferIndex {
  index.byId.set(row.id, row);
  return { ...index, rows: index.rows.with(placeOf(index.rows, row.id), row) };
}

/** Whether nothing of a transfer differs; both have the same id. */
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

/** Decimal texts without leading zeros, in the order of their numbers. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** Where an id stands among rows in order, or would stand. */
export function placeOf(rows: readonly Transfer[], id: string): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row && compareIds(row.id, id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

import { type Transfer, transfer } from '../../contract/transfer.ts';
import { createYield } from '../lib/yield-to-event-loop.ts';
import type { ByteBlocks } from '../service/byte-blocks.ts';
import { readRow, requireReadable } from '../service/list-reader.ts';
import type { ListRecord, OddRow } from '../service/list-record.ts';
import { scanRows } from '../service/scan-rows.ts';

/** The rows of a list in its order, without what they say: enough to find those that change. */
export type RowHashes = { readonly ids: readonly string[]; readonly hashes: readonly number[] };

/** A list of transfers whose rows stay bytes: as objects, a million of them would not fit in the memory. */
export type ListedTransfers = RowHashes & {
  /** What it was compared with by hashes; null if nothing. */
  before: RowHashes | null;
  /** Ids of the rows whose text was not in `before`; empty without it. */
  differing: ReadonlySet<string>;
  /** Ids of rows of `before` that may be gone. */
  missing: ReadonlySet<string>;
  odd: OddRow[];
  /** Parses a row. @param place its index in `ids` */
  rowAt(place: number): Transfer;
};

/** How many known rows ahead a row is looked for after rows were added or removed. */
const lookAhead = 64;

/**
 * Reads a list and parses only the rows whose text was not in the list before. Sets unreadable rows aside, and
 * yields to the event loop.
 * @throws ServiceError unreadable if the text is no list of objects or no row is readable
 */
export async function readListed(
  bytes: ByteBlocks,
  before: RowHashes | null,
  record: Pick<ListRecord, 'took' | 'failed'>,
): Promise<ListedTransfers> {
  try {
    const listed = await read(bytes, before);
    record.took('transfers', listed.odd);
    return listed;
  } catch (error) {
    record.failed('transfers', error);
    throw error;
  }
}

async function read(bytes: ByteBlocks, before: RowHashes | null): Promise<ListedTransfers> {
  const yieldToLoop = createYield();
  const known = before ?? { ids: [], hashes: [] };
  const [ids, hashes, starts, ends]: [string[], number[], number[], number[]] = [[], [], [], []];
  const [differing, missing, odd] = [new Set<string>(), new Set<string>(), [] as OddRow[]];
  let old = 0;

  function add(id: string, start: number, end: number, hash: number) {
    ids.push(id);
    hashes.push(hash);
    starts.push(start);
    ends.push(end);
  }
  /** Passes over known rows, which are gone or elsewhere in the list. */
  function skip(count: number) {
    for (const id of known.ids.slice(old, old + count)) missing.add(id);
    old += count;
  }

  for (const { start, end, hash } of scanRows(bytes)) {
    const same = known.hashes[old] === hash ? known.ids[old] : undefined;
    if (same !== undefined) {
      add(same, start, end, hash);
      old += 1;
    } else {
      const one = readRow(bytes.text(start, end), transfer, ids.length + odd.length);
      if (one.isOdd) odd.push(one.odd);
      else {
        const { id } = one.row;
        add(id, start, end, hash);
        if (before) differing.add(id);
        const ahead = known.ids.slice(old, old + lookAhead).indexOf(id);
        if (ahead !== -1) skip(ahead + 1);
      }
    }
    const rest = yieldToLoop();
    if (rest) await rest;
  }
  skip(known.ids.length - old);
  requireReadable({ rows: ids, odd });
  return {
    ...{ ids, hashes, before, differing, missing, odd },
    rowAt(place) {
      const one = readRow(bytes.text(starts[place] ?? 0, ends[place] ?? 0), transfer, place);
      if (one.isOdd) throw new Error('a row that was readable is not');
      return one.row;
    },
  };
}

/** The index of each id in the list; of rows with the same id the last counts. @param wanted only these */
export async function placesOf(
  { ids }: RowHashes,
  wanted: ReadonlySet<string> | null,
): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  if (wanted?.size === 0) return places;
  const yieldToLoop = createYield();
  for (const [place, id] of ids.entries()) {
    if (wanted === null || wanted.has(id)) places.set(id, place);
    const rest = yieldToLoop();
    if (rest) await rest;
  }
  return places;
}

/** The transfers of a list to these accounts. @param places only these rows; null for all */
export async function listedTo(
  { ids, rowAt }: ListedTransfers,
  places: readonly number[] | null,
  accounts: readonly string[],
): Promise<Transfer[]> {
  const yieldToLoop = createYield();
  const wanted = new Set(accounts);
  const found = new Map<string, Transfer>();
  for (const place of wanted.size === 0 ? [] : (places ?? ids.keys())) {
    const row = rowAt(place);
    if (wanted.has(row.destination_account_id)) found.set(row.id, row);
    else found.delete(row.id);
    const rest = yieldToLoop();
    if (rest) await rest;
  }
  return [...found.values()];
}

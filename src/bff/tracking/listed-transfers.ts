import { type Transfer, transfer } from '../../contract/transfer.ts';
import { createYield } from '../lib/yield-to-event-loop.ts';
import { createByteBlocks } from '../service/byte-blocks.ts';
import { readRow, requireReadable } from '../service/list-reader.ts';
import type { ListRecord, OddRow } from '../service/list-record.ts';
import { createRowScanner } from '../service/scan-rows.ts';
import { compareIds } from './same-transfer.ts';

/** The rows of a list in its order, without what they say: enough to find those that change. */
export type RowHashes = { readonly ids: readonly string[]; readonly hashes: readonly number[] };

/** A list of transfers that keeps the text of those rows alone which may change something. */
export type ListedTransfers = RowHashes & {
  /** What it was compared with by hashes; null if nothing. */
  before: RowHashes | null;
  /** Ids of the rows whose text was not in `before`; empty without it. */
  differing: ReadonlySet<string>;
  /** Ids of rows of `before` that may be gone. */
  missing: ReadonlySet<string>;
  odd: OddRow[];
  /** Parses a row; null if it says what it said in `before`. @param place its index in `ids` */
  rowAt(place: number): Transfer | null;
};

/** Takes a list of transfers as it comes. */
export type TransferListReader = {
  take(chunk: Uint8Array): void;
  /** @throws ServiceError unreadable if the text is no list of objects or no row is readable */
  end(): ListedTransfers;
};

type Options = {
  /** Rows with the text that they have here are not parsed. */
  before: RowHashes | null;
  /** Whether a row is parsed although its text is the same. */
  isWanted: (id: string) => boolean;
  record: Pick<ListRecord, 'took' | 'failed'>;
};

/** How many known rows ahead a row is looked for after rows were added or removed. */
const lookAhead = 64;
const notKept = -1;

/** Reads a list in its chunks, and sets unreadable rows aside. */
export function createTransferListReader(options: Options): TransferListReader {
  const { before, isWanted, record } = options;
  const known = before ?? { ids: [], hashes: [] };
  const [ids, hashes, starts, ends]: [string[], number[], number[], number[]] = [[], [], [], []];
  const [differing, missing, odd] = [new Set<string>(), new Set<string>(), [] as OddRow[]];
  const kept = createByteBlocks();
  let old = 0;
  let fault: unknown;

  function add(id: string, hash: number, bytes: Uint8Array | null) {
    ids.push(id);
    hashes.push(hash);
    starts.push(bytes ? kept.length() : notKept);
    if (bytes) kept.append(bytes);
    ends.push(bytes ? kept.length() : notKept);
  }
  /** Passes over known rows, which are gone or elsewhere in the list. */
  function skip(count: number) {
    for (const id of known.ids.slice(old, old + count)) missing.add(id);
    old += count;
  }
  function readOther(hash: number, bytes: Uint8Array) {
    const one = readRow(textOf(bytes), transfer, ids.length + odd.length);
    if (one.isOdd) return void odd.push(one.odd);
    const { id } = one.row;
    add(id, hash, bytes);
    if (before) differing.add(id);
    const ahead = known.ids.slice(old, old + lookAhead).indexOf(id);
    if (ahead !== -1) skip(ahead + 1);
  }
  const scanner = createRowScanner((hash, bytes) => {
    const same = known.hashes[old] === hash ? known.ids[old] : undefined;
    if (same === undefined) return readOther(hash, bytes());
    add(same, hash, isWanted(same) ? bytes() : null);
    old += 1;
  });

  return {
    take(chunk) {
      if (fault) return;
      try {
        scanner.take(chunk);
      } catch (error) {
        // The call itself succeeded: what it brought is judged at its end.
        fault = error;
      }
    },
    end() {
      try {
        if (fault) throw fault;
        scanner.end();
        requireReadable({ rows: ids, odd });
      } catch (error) {
        record.failed('transfers', error);
        throw error;
      }
      skip(known.ids.length - old);
      record.took('transfers', odd);
      return {
        ...{ ids, hashes, before, differing, missing, odd },
        rowAt(place) {
          const start = starts[place] ?? notKept;
          if (start === notKept) return null;
          const one = readRow(kept.text(start, ends[place] ?? 0), transfer, place);
          if (one.isOdd) throw new Error('a row that was readable is not');
          return one.row;
        },
      };
    },
  };
}

const textOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length).toString();

/** The index of each of these ids in the list; of rows with the same id the last counts. */
export async function placesOf(
  { ids }: RowHashes,
  wanted: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  if (wanted.size === 0) return places;
  const yieldToLoop = createYield();
  for (const [place, id] of ids.entries()) {
    if (wanted.has(id)) places.set(id, place);
    const rest = yieldToLoop();
    if (rest) await rest;
  }
  return places;
}

/** The indexes of the rows by their ids, lowest first; of rows with the same id the last counts. */
export async function placesById({ ids }: RowHashes): Promise<number[]> {
  const yieldToLoop = createYield();
  const places: number[] = [];
  let last = '';
  let isInOrder = true;
  for (const [place, id] of ids.entries()) {
    const order = compareIds(last, id);
    if (order === 0) places.pop();
    if (order > 0) isInOrder = false;
    places.push(place);
    last = id;
    const rest = yieldToLoop();
    if (rest) await rest;
  }
  if (isInOrder) return places;
  const idAt = (place: number | undefined) => ids[place ?? -1] ?? '';
  places.sort((a, b) => compareIds(idAt(a), idAt(b)) || a - b);
  return places.filter((place, index) => idAt(place) !== idAt(places[index + 1]));
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
    if (row && wanted.has(row.destination_account_id)) found.set(row.id, row);
    else found.delete(ids[place] ?? '');
    const rest = yieldToLoop();
    if (rest) await rest;
  }
  return [...found.values()];
}

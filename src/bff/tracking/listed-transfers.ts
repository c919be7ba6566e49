import * as z from 'zod/mini';
import { type Transfer, transfer } from '../../contract/transfer.ts';
import { createYield } from '../lib/yield-to-event-loop.ts';
import { createByteBlocks } from '../service/byte-blocks.ts';
import { readRow, requireReadable } from '../service/list-reader.ts';
import type { ListRecord, OddRow } from '../service/list-record.ts';
import { createRowScanner } from '../service/scan-rows.ts';
import { compareIds } from './same-transfer.ts';

/** The rows of a list in its order, without what they say: enough to find those that change. */
export type RowHashes = { readonly ids: readonly string[]; readonly hashes: readonly number[] };

/** A list of transfers that keeps those rows alone which may change something. */
export type ListedTransfers = RowHashes & {
  /** What it was compared with by hashes; null if nothing. */
  before: RowHashes | null;
  /** Ids of the rows whose text was not in `before`; empty without it. */
  differing: ReadonlySet<string>;
  /** Ids of rows of `before` that may be gone. */
  missing: ReadonlySet<string>;
  odd: OddRow[];
  /** A row; null if it says what it said in `before`. @param place its index in `ids` */
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

  function add(id: string, hash: number, row: Transfer | null) {
    ids.push(id);
    hashes.push(hash);
    starts.push(row ? kept.length() : notKept);
    if (row) kept.append(packed(row));
    ends.push(row ? kept.length() : notKept);
  }
  /** Passes over known rows, which are gone or elsewhere in the list. */
  function skip(count: number) {
    for (const id of known.ids.slice(old, old + count)) missing.add(id);
    old += count;
  }
  const rowOf = (bytes: Uint8Array) => readRow(textOf(bytes), transfer, ids.length + odd.length);
  function readOther(hash: number, bytes: Uint8Array) {
    const one = rowOf(bytes);
    if (one.isOdd) return void odd.push(one.odd);
    const { id } = one.row;
    add(id, hash, one.row);
    if (before) differing.add(id);
    const ahead = known.ids.slice(old, old + lookAhead).indexOf(id);
    if (ahead !== -1) skip(ahead + 1);
  }
  const scanner = createRowScanner((hash, bytes) => {
    const same = known.hashes[old] === hash ? known.ids[old] : undefined;
    if (same === undefined) return readOther(hash, bytes());
    const one = isWanted(same) ? rowOf(bytes()) : null;
    add(same, hash, one && !one.isOdd ? one.row : null);
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
          const id = ids[place];
          if (start === notKept || id === undefined) return null;
          return { id, ...unpacked(kept.text(start, ends[place] ?? 0)) };
        },
      };
    },
  };
}

const textOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length).toString();

/** A third of the service's text, which is most of what a first list takes. */
const packed = ({ source_amount_cents, destination_amount_cents, ...row }: Transfer) =>
  Buffer.from(
    JSON.stringify([
      ...[`${source_amount_cents}`, row.source_amount_currency],
      ...[`${destination_amount_cents}`, row.destination_amount_currency],
      ...[row.state, row.destination_account_id],
    ]),
  );

const packedFields = z.array(z.string()).check(z.length(6));

function unpacked(text: string): Omit<Transfer, 'id'> {
  const fields = z.parse(packedFields, JSON.parse(text));
  const [source = '', source_amount_currency = '', destination = '', ...others] = fields;
  const [destination_amount_currency = '', state = '', destination_account_id = ''] = others;
  return {
    ...{ source_amount_cents: BigInt(source), source_amount_currency },
    ...{ destination_amount_cents: BigInt(destination), destination_amount_currency },
    ...{ state, destination_account_id },
  };
}

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

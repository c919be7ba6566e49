import * as z from 'zod/mini';
import { type Transfer, transfer } from '../../contract/transfer.ts';
import { createYield } from '../lib/yield-to-event-loop.ts';
import { createByteBlocks } from '../service/byte-blocks.ts';
import { readRow, requireReadable } from '../service/list-reader.ts';
import type { ListRecord, OddRow } from '../service/list-record.ts';
import { createRowScanner } from '../service/scan-rows.ts';
import { createNumbers, createRowHashes, type RowHashes } from './row-hashes.ts';
import type { Said } from './same-transfer.ts';

/** A list of transfers that keeps those rows alone which may change something. */
export type ListedTransfers = {
  rows: RowHashes;
  /** What it was compared with by hashes; null if nothing. */
  before: RowHashes | null;
  /** Ids of rows of `before` that may be gone. */
  missing: ReadonlySet<string>;
  /** The places of the kept rows by their ids; empty without `before`. */
  places: ReadonlyMap<string, number>;
  odd: OddRow[];
  /** A row; null if it says what it said in `before`. */
  rowAt(place: number): Transfer | null;
  /** The same without its id, of which no text is made. */
  saidAt(place: number): Said | null;
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
  /** Ids of rows that are parsed although their text is the same. */
  wanted: () => ReadonlySet<string>;
  record: Pick<ListRecord, 'took' | 'failed'>;
};

/** How many known rows ahead a row is looked for after rows were added or removed. */
const lookAhead = 64;
const noRows = createRowHashes();

/** Reads a list in its chunks, and sets unreadable rows aside. */
export function createTransferListReader(options: Options): TransferListReader {
  const { before, wanted, record } = options;
  const known = before ?? noRows;
  const rows = createRowHashes();
  const missing = new Set<string>();
  const odd: OddRow[] = [];
  const places = new Map<string, number>();
  const kept = createKeptRows();
  let old = 0;
  let fault: unknown;

  /** @param place of the row that is added next */
  function keep(row: Transfer, place = rows.length()) {
    kept.add(place, row);
    if (before) places.set(row.id, place);
  }
  /** Passes over known rows, which are gone or elsewhere in the list. */
  function skip(count: number) {
    const end = old + count;
    for (; old < end; old += 1) missing.add(known.idAt(old));
  }
  const rowOf = (bytes: Uint8Array) => readRow(textOf(bytes), transfer, rows.length() + odd.length);
  function readOther(hash: number, bytes: Uint8Array) {
    const one = rowOf(bytes);
    if (one.isOdd) return void odd.push(one.odd);
    const { id } = one.row;
    keep(one.row);
    rows.add(id, hash);
    skip(known.distanceTo(id, old, lookAhead) + 1);
  }
  function readAgain(id: string, bytes: () => Uint8Array) {
    // Of rows with the same id the last counts.
    if (!wanted().has(id) && !places.has(id)) return;
    const one = rowOf(bytes());
    if (!one.isOdd) keep(one.row);
  }
  const scanner = createRowScanner((hash, bytes) => {
    if (known.hashAt(old) !== hash) return readOther(hash, bytes());
    // Nearly always none: the text of an id is not made for each row.
    if (wanted().size + places.size > 0) readAgain(known.idAt(old), bytes);
    rows.copy(known, old);
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
        requireReadable(rows.length(), odd);
      } catch (error) {
        record.failed('transfers', error);
        throw error;
      }
      skip(known.length() - old);
      record.took('transfers', odd);
      return {
        ...{ rows, before, missing, places, odd },
        rowAt(place) {
          const said = kept.at(place);
          return said && { id: rows.idAt(place), ...said };
        },
        saidAt: kept.at,
      };
    },
  };
}

const textOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length).toString();

/** Rows by their places, which rise. */
function createKeptRows() {
  const bytes = createByteBlocks();
  const [places, starts] = [createNumbers(), createNumbers()];

  function indexOf(place: number): number {
    let [low, high] = [0, places.length()];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((places.at(middle) ?? place) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    add(place: number, row: Transfer) {
      places.push(place);
      starts.push(bytes.length());
      bytes.append(packed(row));
    },
    at(place: number): Said | null {
      const index = indexOf(place);
      const start = starts.at(index);
      if (places.at(index) !== place || start === undefined) return null;
      return unpacked(bytes.text(start, starts.at(index + 1) ?? bytes.length()));
    },
  };
}

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

function unpacked(text: string): Said {
  const fields = z.parse(packedFields, JSON.parse(text));
  const [source = '', source_amount_currency = '', destination = '', ...others] = fields;
  const [destination_amount_currency = '', state = '', destination_account_id = ''] = others;
  return {
    ...{ source_amount_cents: BigInt(source), source_amount_currency },
    ...{ destination_amount_cents: BigInt(destination), destination_amount_currency },
    ...{ state, destination_account_id },
  };
}

/** The places of these ids in the list; of rows with the same id the last counts. */
export async function placesOf(
  rows: RowHashes,
  wanted: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  if (wanted.size === 0) return places;
  const yieldToLoop = createYield();
  for (let place = 0; place < rows.length(); place += 1) {
    const id = rows.idAt(place);
    if (wanted.has(id)) places.set(id, place);
    const rest = yieldToLoop();
    if (rest) await rest;
  }
  return places;
}

/** The places of the rows by their ids, lowest first; of rows with the same id the last counts. */
export async function placesById(rows: RowHashes): Promise<number[]> {
  const yieldToLoop = createYield();
  const places: number[] = [];
  let isInOrder = true;
  for (let place = 0; place < rows.length(); place += 1) {
    const order = place === 0 ? -1 : rows.compare(place - 1, place);
    if (order === 0) places.pop();
    if (order > 0) isInOrder = false;
    places.push(place);
    const rest = yieldToLoop();
    if (rest) await rest;
  }
  if (isInOrder) return places;
  places.sort((one, two) => rows.compare(one, two) || one - two);
  return places.filter((place, at) => {
    const next = places[at + 1];
    return next === undefined || rows.compare(place, next) !== 0;
  });
}

/** The transfers of a list to these accounts. @param places only these rows; null for all */
export async function listedTo(
  { rows, rowAt }: ListedTransfers,
  places: readonly number[] | null,
  accounts: readonly string[],
): Promise<Transfer[]> {
  const yieldToLoop = createYield();
  const wanted = new Set(accounts);
  const found = new Map<string, Transfer>();
  const count = wanted.size === 0 ? 0 : (places?.length ?? rows.length());
  for (let index = 0; index < count; index += 1) {
    const place = places ? (places[index] ?? -1) : index;
    const row = rowAt(place);
    if (row && wanted.has(row.destination_account_id)) found.set(row.id, row);
    else found.delete(rows.idAt(place));
    const rest = yieldToLoop();
    if (rest) await rest;
  }
  return [...found.values()];
}

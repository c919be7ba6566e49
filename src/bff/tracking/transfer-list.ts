import { type Transfer, transfer } from '../../contract/transfer.ts';
import { createByteBlocks } from '../service/byte-blocks.ts';
import { readRow, requireReadable } from '../service/list-reader.ts';
import type { OddRow } from '../service/list-record.ts';
import { createRowScanner } from '../service/scan-rows.ts';
import { createNumbers, type RowIndex } from './row-index.ts';

/** A row of a list, and the hash of its text. */
export type ListedRow = { row: Transfer; hash: number };

/** A list of transfers as it came: of its rows those alone whose text the index does not know. */
export type TransferList = {
  index: RowIndex;
  /** The number of its read in the index. */
  read: number;
  /** How many rows have another text than the index knows. */
  unknown: number;
  /** Reads some of these rows, by their order in the list. To be called once for each. */
  rows(from: number, to: number): ListedRow[];
  /** The unreadable ones among the rows that were read. */
  odd: readonly OddRow[];
  /**
   * Once all rows were read.
   * @throws ServiceError unreadable if none of the list is readable
   */
  requireReadable(): void;
};

/**
 * Takes a list of transfers as it comes. Rows behind one that is no JSON may be read before it is found: what they say
 * was listed too.
 */
type TransferListReader = {
  take(chunk: Uint8Array): void;
  /** @throws ServiceError unreadable if the text is no list of objects */
  end(): TransferList;
};

/** Reads a list in its chunks, and marks the rows in the index whose text it knows. */
export function createTransferListReader(index: RowIndex): TransferListReader {
  const read = index.beginRead();
  const bytes = createByteBlocks();
  const [starts, hashes, places] = [createNumbers(), createNumbers(), createNumbers()];
  const odd: OddRow[] = [];
  let [length, readable] = [0, 0];
  let fault: unknown;

  const scanner = createRowScanner((hash, row) => {
    const known = index.withText(hash);
    if (known === undefined) {
      starts.push(bytes.length());
      hashes.push(hash);
      places.push(length);
      bytes.append(row());
    } else {
      index.see(known, read);
      readable += 1;
    }
    length += 1;
  });

  function rowAt(at: number): ListedRow[] {
    const text = bytes.text(starts.at(at) ?? 0, starts.at(at + 1) ?? bytes.length());
    const one = readRow(text, transfer, places.at(at) ?? 0);
    if (one.isOdd) odd.push(one.odd);
    else readable += 1;
    return one.isOdd ? [] : [{ row: one.row, hash: hashes.at(at) ?? 0 }];
  }

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
      if (fault) throw fault;
      scanner.end();
      return {
        ...{ index, read, odd, unknown: starts.length() },
        rows: (from, to) => Array.from({ length: to - from }, (_, at) => rowAt(from + at)).flat(),
        requireReadable: () => requireReadable(readable, odd),
      };
    },
  };
}

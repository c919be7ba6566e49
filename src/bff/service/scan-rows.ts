import { type ByteBlocks, blockSize } from './byte-blocks.ts';
import { unreadable } from './list-reader.ts';

/** Where a row of a list is, and what its text hashes to. Reused for the next row. */
export type ScannedRow = { start: number; end: number; hash: number };

const [tab, feed, carriage, space] = [9, 10, 13, 32];
const [quote, backslash, comma] = [34, 92, 44];
const [openList, closeList, open, close] = [91, 93, 123, 125];
/** The mark at the beginning of some UTF-8 files. */
const mark = [0xef, 0xbb, 0xbf];

type Expected = 'list' | 'row or end' | 'row' | 'comma or end' | 'nothing';

/**
 * Finds the rows of a JSON array of objects without parsing them. Whether a row is valid JSON is not checked.
 * @throws ServiceError unreadable if the text is something else
 */
export function* scanRows({ blocks, length }: ByteBlocks): Generator<ScannedRow> {
  const found: ScannedRow = { start: 0, end: 0, hash: 0 };
  const total = length();
  let expected: Expected = 'list';
  let [depth, isText, isEscaped] = [0, false, false];
  // Two hashes of 32 bits, each by another multiplier and rotation.
  let [low, high] = [0, 0];
  for (const [index, block] of blocks.entries()) {
    const base = index * blockSize;
    const end = Math.min(blockSize, total - base);
    for (let place = 0; place < end; place += 1) {
      const code = block[place] ?? 0;
      if (depth > 0) {
        low = Math.imul(((low << 5) | (low >>> 27)) ^ code, 0x9e3779b1);
        high = Math.imul(((high << 11) | (high >>> 21)) ^ code, 0x85ebca6b);
        if (isText) {
          if (isEscaped) isEscaped = false;
          else if (code === backslash) isEscaped = true;
          else if (code === quote) isText = false;
        } else if (code === quote) isText = true;
        else if (code === open || code === openList) depth += 1;
        else if (code === close || code === closeList) {
          depth -= 1;
          if (depth > 0) continue;
          found.end = base + place + 1;
          // As many bits as a number holds exactly.
          found.hash = (high >>> 11) * 2 ** 32 + (low >>> 0);
          expected = 'comma or end';
          yield found;
        }
        continue;
      }
      if (code === space || code === feed || code === carriage || code === tab) continue;
      if (expected === 'list' && code === mark[base + place]) continue;
      if (code === open && (expected === 'row' || expected === 'row or end')) {
        found.start = base + place;
        [depth, low, high] = [1, 1, 2];
      } else expected = next(expected, code);
    }
  }
  if (expected !== 'nothing' || depth > 0) throw unreadable();
}

function next(expected: Expected, code: number): Expected {
  if (expected === 'list' && code === openList) return 'row or end';
  if (expected === 'comma or end' && code === comma) return 'row';
  if (code === closeList && (expected === 'comma or end' || expected === 'row or end')) {
    return 'nothing';
  }
  throw unreadable();
}

import { unreadable } from './list-reader.ts';

/** Called for each row: a hash of its text, and its bytes for those who ask during the call. */
type RowFound = (hash: number, bytes: () => Uint8Array) => void;

const [tab, feed, carriage, space] = [9, 10, 13, 32];
const [quote, backslash, comma] = [34, 92, 44];
const [openList, closeList, open, close] = [91, 93, 123, 125];
/** The mark at the beginning of some UTF-8 files. */
const mark = [0xef, 0xbb, 0xbf];

type Expected = 'list' | 'row or end' | 'row' | 'comma or end' | 'nothing';

/**
 * Finds the rows of a JSON array of objects in its chunks, without parsing them. Whether a row is valid JSON is
 * not checked. `take` and `end` throw a ServiceError of kind unreadable if the text is something else.
 */
export function createRowScanner(found: RowFound) {
  let expected: Expected = 'list';
  let [depth, isText, isEscaped] = [0, false, false];
  // Two hashes of 32 bits, each by another multiplier and rotation.
  let [low, high] = [0, 0];
  let total = 0;
  /** What earlier chunks have of the row, and where it is in this one. */
  let begun: Uint8Array[] = [];
  let [current, start, end]: [Uint8Array, number, number] = [new Uint8Array(), 0, 0];

  function bytes() {
    const here = current.subarray(start, end);
    return begun.length === 0 ? here : Buffer.concat([...begun, here]);
  }

  return {
    take(chunk: Uint8Array) {
      [current, start] = [chunk, 0];
      for (let place = 0; place < chunk.length; place += 1) {
        const code = chunk[place] ?? 0;
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
            end = place + 1;
            expected = 'comma or end';
            // As many bits as a number holds exactly.
            found((high >>> 11) * 2 ** 32 + (low >>> 0), bytes);
            begun = [];
          }
          continue;
        }
        if (code === space || code === feed || code === carriage || code === tab) continue;
        if (expected === 'list' && code === mark[total + place]) continue;
        if (code === open && (expected === 'row' || expected === 'row or end')) {
          start = place;
          [depth, low, high] = [1, 1, 2];
        } else expected = next(expected, code);
      }
      if (depth > 0) begun.push(chunk.subarray(start));
      total += chunk.length;
    },
    end() {
      if (expected !== 'nothing' || depth > 0) throw unreadable();
    },
  };
}

function next(expected: Expected, code: number): Expected {
  if (expected === 'list' && code === openList) return 'row or end';
  if (expected === 'comma or end' && code === comma) return 'row';
  if (code === closeList && (expected === 'comma or end' || expected === 'row or end')) {
    return 'nothing';
  }
  throw unreadable();
}

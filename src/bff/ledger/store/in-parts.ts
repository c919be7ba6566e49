const partSize = 100;

/** Parts of rows that one statement writes without holding up the event loop. */
export function* inParts<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += partSize) {
    yield rows.slice(start, start + partSize);
  }
}

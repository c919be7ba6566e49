import { compareIds } from '../search/support-search.ts';

/**
 * The rows of a list in its order, without what they say: enough to find those that change. Nothing of them is
 * in V8's heap: the garbage collection of a million strings would stall the event loop.
 */
export type RowHashes = {
  length(): number;
  /** Empty beyond the last row. */
  idAt(place: number): string;
  /** The id as a number, which is exact unless the id is long. */
  numberAt(place: number): number | undefined;
  hashAt(place: number): number | undefined;
  /** Negative if the row has a lower id than this, 0 if it has this one. Makes no text of its id. */
  compareTo(place: number, id: string): number;
  /** Compares the ids of two rows in the same way. */
  compare(place: number, other: number): number;
  /** How many rows after `place` the row with this id is, if less than `ahead`; else -1. */
  distanceTo(id: string, place: number, ahead: number): number;
};

export type RowHashesBuilder = RowHashes & {
  add(id: string, hash: number): void;
  /** Adds a row of another list. */
  copy(other: RowHashes, place: number): void;
};

export function createRowHashes(): RowHashesBuilder {
  const [ids, hashes] = [createNumbers(), createNumbers()];
  /** Ids that are no exact numbers, by their place. */
  const longIds = new Map<number, string>();

  function idAt(place: number) {
    const id = ids.at(place);
    return longIds.get(place) ?? (id === undefined ? '' : String(id));
  }
  function order(place: number, number: number, other: () => string) {
    const own = ids.at(place) ?? -1;
    return own - number || (Number.isSafeInteger(own) ? 0 : compareIds(idAt(place), other()));
  }
  function add(number: number, hash: number, id: () => string) {
    if (!Number.isSafeInteger(number)) longIds.set(ids.length(), id());
    ids.push(number);
    hashes.push(hash);
  }

  return {
    length: ids.length,
    idAt,
    numberAt: ids.at,
    hashAt: hashes.at,
    compareTo: (place, id) => order(place, Number(id), () => id),
    compare: (place, other) => order(place, ids.at(other) ?? -1, () => idAt(other)),
    distanceTo(id, place, ahead) {
      const [number, text] = [Number(id), () => id];
      for (let distance = 0; distance < ahead; distance += 1) {
        if (order(place + distance, number, text) === 0) return distance;
      }
      return -1;
    },
    add: (id, hash) => add(Number(id), hash, () => id),
    copy: (other, place) =>
      add(other.numberAt(place) ?? 0, other.hashAt(place) ?? 0, () => other.idAt(place)),
  };
}

/** Numbers outside of V8's heap. */
export function createNumbers() {
  let numbers = new Float64Array(2 ** 10);
  let length = 0;

  return {
    push(value: number) {
      if (length === numbers.length) {
        const more = new Float64Array(Math.ceil(length * 1.5));
        more.set(numbers);
        numbers = more;
      }
      numbers[length] = value;
      length += 1;
    },
    /** Undefined beyond the last. */
    at: (place: number): number | undefined => (place < length ? numbers[place] : undefined),
    length: () => length,
  };
}

import { createYield } from '../lib/yield-to-event-loop.ts';

/** The hash of a row whose text is not known. */
const unknownText = -1;

/**
 * The transfers of the mirror, each with a hash of the text that it had in the last list: enough to find the rows
 * of a list that say something new. Nothing of it is in V8's heap: the garbage collection of a million strings would
 * stall the event loop.
 */
export type RowIndex = ReturnType<typeof createRowIndex>;

/** @param expected about how many rows it will have: to grow takes long */
export function createRowIndex(expected = 0) {
  const [ids, hashes, seen] = [createNumbers(), createNumbers(), createNumbers()];
  /** Ids that are no exact numbers, by their place. */
  const longIds = new Map<number, string>();
  const [byId, byHash] = [createTable(ids, expected), createTable(hashes, expected)];
  let reads = 0;

  function placeOf(id: string): number | undefined {
    const number = Number(id);
    const isExact = Number.isSafeInteger(number);
    return byId.find(number, (place) => isExact || longIds.get(place) === id);
  }
  function add(id: string): number {
    const known = placeOf(id);
    if (known !== undefined) return known;
    const place = ids.length();
    if (!Number.isSafeInteger(Number(id))) longIds.set(place, id);
    ids.push(Number(id));
    hashes.push(unknownText);
    seen.push(0);
    byId.add(place);
    return place;
  }

  return {
    /** The place of the row with this text. */
    withText: (hash: number) => byHash.find(hash),
    /**
     * Takes note of a row that the mirror has.
     * @param hash null if the mirror has it otherwise than it was listed: the next list is compared with it
     * @param read 0 if it was not in a list
     */
    take(id: string, hash: number | null, read: number): void {
      const place = add(id);
      if (read > 0) seen.set(place, read);
      if (hashes.at(place) === hash) return;
      hashes.set(place, hash ?? unknownText);
      if (hash !== null) byHash.add(place);
    },
    remove(id: string): void {
      const place = placeOf(id);
      if (place === undefined) return;
      // Equals no id, not even itself.
      ids.set(place, Number.NaN);
      hashes.set(place, unknownText);
      longIds.delete(place);
    },
    /** Begins to read a list. @returns the number of this read */
    beginRead(): number {
      reads += 1;
      return reads;
    },
    see: (place: number, read: number) => seen.set(place, read),
    isSeen(id: string, read: number): boolean {
      const place = placeOf(id);
      return place !== undefined && seen.at(place) === read;
    },
    /**
     * Goes through all rows after a list.
     * @returns the ids of those that it did not have, and whether the mirror has the others as they were listed
     */
    async review(read: number): Promise<{ unseen: string[]; isExact: boolean }> {
      const unseen: string[] = [];
      let isExact = true;
      const yieldToLoop = createYield();
      for (let place = 0; place < ids.length(); place += 1) {
        const id = ids.at(place) ?? Number.NaN;
        const rest = yieldToLoop();
        if (rest) await rest;
        if (Number.isNaN(id)) continue;
        if (seen.at(place) !== read) unseen.push(longIds.get(place) ?? String(id));
        else if (hashes.at(place) === unknownText) isExact = false;
      }
      return { unseen, isExact };
    },
  };
}

type Numbers = ReturnType<typeof createNumbers>;

/** Finds the place of a number. A number that has changed since it was added is not found any more. */
function createTable(numbers: Numbers, expected: number) {
  const bitsFor = (count: number) => Math.max(10, Math.ceil(Math.log2(4 * count)));
  let bits = bitsFor(expected);
  /** Places, counted from 1; 0 is free. */
  let slots = new Int32Array(2 ** bits);
  let used = 0;

  // The upper bits of the product: long ids as numbers have lower bits that are always 0.
  const slotOf = (key: number) =>
    Math.imul((key >>> 0) ^ ((key / 2 ** 32) >>> 0), 0x9e3779b1) >>> (32 - bits);
  const next = (slot: number) => (slot + 1) % slots.length;

  function put(place: number) {
    const key = numbers.at(place) ?? Number.NaN;
    // Of a removed row, or of an unknown text.
    if (!(key >= 0)) return;
    let slot = slotOf(key);
    while (slots[slot] !== 0) slot = next(slot);
    slots[slot] = place + 1;
    used += 1;
  }

  return {
    add(place: number): void {
      if (used * 2 < slots.length) {
        put(place);
        return;
      }
      bits = bitsFor(numbers.length());
      slots = new Int32Array(2 ** bits);
      used = 0;
      for (let one = 0; one < numbers.length(); one += 1) put(one);
    },
    /** @param isIt decides between places of the same number */
    find(key: number, isIt: (place: number) => boolean = () => true): number | undefined {
      for (let slot = slotOf(key); ; slot = next(slot)) {
        const place = (slots[slot] ?? 0) - 1;
        if (place < 0) return;
        if (numbers.at(place) === key && isIt(place)) return place;
      }
    },
  };
}

/** Numbers outside of V8's heap. */
export function createNumbers() {
  let numbers = new Float64Array(2 ** 10);
  let length = 0;

  return {
    push(value: number): void {
      if (length === numbers.length) {
        const more = new Float64Array(Math.ceil(length * 1.5));
        more.set(numbers);
        numbers = more;
      }
      numbers[length] = value;
      length += 1;
    },
    set(place: number, value: number): void {
      numbers[place] = value;
    },
    /** Undefined beyond the last. */
    at: (place: number): number | undefined => (place < length ? numbers[place] : undefined),
    length: () => length,
  };
}

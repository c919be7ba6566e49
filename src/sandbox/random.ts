/** A hash below 2^32, the same for the same parts. */
export function hash(...parts: readonly (string | number)[]): number {
  let state = 0x811c9dc5;
  for (const character of parts.join('|')) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  state = Math.imul(state ^ (state >>> 12), 0x297a2d39);
  return (state ^ (state >>> 15)) >>> 0;
}

export type Random = {
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
};

/** A seeded random generator: the same seed gives the same sequence. */
export function createRandom(seed: number): Random {
  let drawn = 0;
  const below = (limit: number) => {
    drawn += 1;
    return hash(seed, drawn) % limit;
  };
  return {
    below,
    pick(list) {
      const picked = list[below(list.length)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
  };
}

import { shuffled } from './seed.ts';

/** True in `npm run test:long`: every case of every matrix, and the properties at length. */
export const isAtLength = process.env.AT_LENGTH === '1';

/** True in `npm run test:quick`, as Vitest's mode tells its workers. */
const isQuick = process.env.MODE === 'quick';

/** One number for a usual run, another at length; a quick run has a sixth of the usual. */
export function atLength(usual: number, long: number): number {
  if (isAtLength) return long;
  return isQuick ? Math.ceil(usual / 6) : usual;
}

/** This many of the list, by the run's seed; at length all of it. */
export const someOf = <T>(list: readonly T[], count: number): T[] =>
  isAtLength ? [...list] : shuffled(list).slice(0, count);

/** Of each kind this many, by the run's seed and in the order of the list; at length all of it. */
export function someOfEach<T>(
  list: readonly T[],
  kindOf: (one: T) => string,
  countOf: (kind: string) => number,
): T[] {
  if (isAtLength) return [...list];
  const counts = new Map<string, number>();
  const chosen = new Set(
    shuffled(list).filter((one) => {
      const kind = kindOf(one);
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= countOf(kind);
    }),
  );
  return list.filter((one) => chosen.has(one));
}

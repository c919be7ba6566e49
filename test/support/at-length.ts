import { shuffled } from './seed.ts';

/** True in `npm run test:long`: every case of every matrix, and the properties at length. */
export const isAtLength = process.env.AT_LENGTH === '1';

/** One number for a usual run, another at length. */
export const atLength = (usual: number, long: number): number => (isAtLength ? long : usual);

/** This many of the list, by the run's seed; at length all of it. */
export const someOf = <T>(list: readonly T[], count: number): T[] =>
  isAtLength ? [...list] : shuffled(list).slice(0, count);

import * as z from 'zod/mini';

/** The schema of an object with values of one kind, by any name. The page loads less for it than for `z.record`. */
export const valuesByName = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.catchall(z.object({}), schema);

/** Returns an object with a value for each name, with the names as its typed keys. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueFor: (name: Name) => Value,
): Record<Name, Value>;
export function recordOf(names: readonly string[], valueFor: (name: string) => unknown) {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)]));
}

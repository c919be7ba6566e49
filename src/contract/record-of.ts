/** An object with a value for each of these names, typed by them as a literal would be. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueFor: (name: Name) => Value,
): Record<Name, Value>;
export function recordOf(names: readonly string[], valueFor: (name: string) => unknown) {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)]));
}

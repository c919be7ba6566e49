/** One line of the output: what was measured, its value, and its ratio to a baseline. */
export type Line = { what: string; value: string; ratio?: string };

/** Runs one section of the benchmark and returns its lines. */
export type Section = () => Promise<Line[]>;

export const ratio = (value: number, base: number, name: string) =>
  `${(value / base).toFixed(2)} x ${name}`;

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0];
  return (low + high) / 2;
}

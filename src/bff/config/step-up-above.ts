import * as z from 'zod/mini';

/** By currency code: a transfer of more subunits needs a proof. A currency that is missing needs none. */
export type StepUpAbove = ReadonlyMap<string, bigint>;

const example = '{"USD":"100000","CLP":"100000000"}';
const shape = `must be JSON, currency codes with amounts in subunits, such as ${example}`;
// JSON.parse rounds larger numbers, so those are written as text.
const figure = z.pipe(
  z.union([
    z.string().check(z.regex(/^\d{1,60}$/)),
    z.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
  ]),
  z.transform((subunits) => BigInt(subunits)),
);
const code = z.string().check(z.regex(/^\S{1,20}$/));

/** STEP_UP_ABOVE: JSON of a figure for each currency. */
export const stepUpAbove = z.pipe(
  z.string(),
  z.transform((text, given): StepUpAbove => {
    const fault = (message: string) => {
      given.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    };
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return fault(shape);
    }
    const entries = z.safeParse(z.record(z.string(), z.unknown()), json);
    if (!entries.success) return fault(shape);
    const above = new Map<string, bigint>();
    for (const [name, value] of Object.entries(entries.data)) {
      if (!z.safeParse(code, name).success) return fault(shape);
      const subunits = z.safeParse(figure, value);
      if (!subunits.success) {
        return fault(
          `the figure of ${name} must be a whole number of subunits, 0 or more, in quotes if it is large, such as "100000"`,
        );
      }
      above.set(name, subunits.data);
    }
    return above;
  }),
);

/**
 * A line for each code that the service doesn't list: its figure counts for no transfer, as the codes must be
 * equal to the letter.
 * @param codes the service's (contract 4.5)
 */
export function unknownCurrencies(above: StepUpAbove, codes: readonly string[]): string[] {
  return [...above.keys()]
    .filter((name) => !codes.includes(name))
    .map((name) => {
      const near = codes.find((one) => one.toUpperCase() === name.toUpperCase());
      const advice = near ? `; write ${near}` : '';
      return `STEP_UP_ABOVE: ${name} is no currency of the service, so its figure counts for nothing${advice}`;
    });
}

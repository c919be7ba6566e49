import * as z from 'zod/mini';

/** Subunits by currency code. */
export type CurrencyFigures = ReadonlyMap<string, bigint>;

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

/** JSON of a figure for each currency, exact at any size. */
export const currencyFigures = z.pipe(
  z.string(),
  z.transform((text, given): CurrencyFigures => {
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
    const figures = new Map<string, bigint>();
    for (const [name, value] of Object.entries(entries.data)) {
      if (!z.safeParse(code, name).success) return fault(shape);
      const subunits = z.safeParse(figure, value);
      if (!subunits.success) {
        return fault(
          `the figure of ${name} must be a whole number of subunits, 0 or more, in quotes if it is large, such as "100000"`,
        );
      }
      figures.set(name, subunits.data);
    }
    return figures;
  }),
);

/**
 * A line for each code that the service doesn't list: its figure counts for no transfer, as the codes must be
 * equal to the letter.
 * @param variable in which the figures are
 * @param codes the service's (contract 4.5)
 */
export function unknownCurrencies(
  variable: 'STEP_UP_ABOVE' | 'RESOLVE_ALONE_UP_TO',
  figures: CurrencyFigures,
  codes: readonly string[],
): string[] {
  return [...figures.keys()]
    .filter((name) => !codes.includes(name))
    .map((name) => {
      const near = codes.find((one) => one.toUpperCase() === name.toUpperCase());
      const advice = near ? `; write ${near}` : '';
      return `${variable}: ${name} is no currency of the service, so its figure counts for nothing${advice}`;
    });
}

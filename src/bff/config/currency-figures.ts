import * as z from 'zod/mini';
import { limitSpans } from '../../contract/api/limits.ts';
import { recordOf } from '../../contract/record-of.ts';

/** Subunits by currency code. */
export type CurrencyFigures = ReadonlyMap<string, bigint>;

const example = '{"USD":"100000","CLP":"100000000"}';
const shape = `must be JSON, currency codes with amounts in subunits, such as ${example}`;
const limitsExample = '{"USD":{"transfer":"100000","day":"200000","month":"1000000"}}';
const limitsShape = `must be JSON, currency codes with one or more of transfer, day and month in subunits, such as ${limitsExample}`;
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
export const currencyFigures = byCurrency(
  figure,
  shape,
  (name) =>
    `the figure of ${name} must be a whole number of subunits, 0 or more, in quotes if it is large, such as "100000"`,
);

const spans = z
  .strictObject(recordOf(limitSpans, () => z.optional(figure)))
  .check(z.refine((given) => Object.keys(given).length > 0));

/** JSON of the limits of each currency, exact at any size. */
export const limitFigures = byCurrency(
  spans,
  limitsShape,
  (name) =>
    `the limits of ${name} must be one or more of transfer, day and month, each a whole number of subunits, in quotes if it is large, such as {"day":"200000"}`,
);

/**
 * @param value of each currency
 * @param malformed what is said of a text that is no such JSON
 * @param wrong what is said of the value of a currency
 */
function byCurrency<T extends z.core.$ZodType>(
  value: T,
  malformed: string,
  wrong: (name: string) => string,
) {
  return z.pipe(
    z.string(),
    z.transform((text, given): ReadonlyMap<string, z.output<T>> => {
      const fault = (message: string) => {
        given.issues.push({ code: 'custom', message, input: text });
        return z.NEVER;
      };
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        return fault(malformed);
      }
      const entries = z.safeParse(z.record(z.string(), z.unknown()), json);
      if (!entries.success) return fault(malformed);
      const figures = new Map<string, z.output<T>>();
      for (const [name, one] of Object.entries(entries.data)) {
        if (!z.safeParse(code, name).success) return fault(malformed);
        const read = z.safeParse(value, one);
        if (!read.success) return fault(wrong(name));
        figures.set(name, read.data);
      }
      return figures;
    }),
  );
}

/**
 * A line for each code that the service doesn't list: its figure counts for no transfer, as the codes must be
 * equal to the letter.
 * @param variable in which the figures are
 * @param codes the service's (contract 4.5)
 */
export function unknownCurrencies(
  variable: 'STEP_UP_ABOVE' | 'RESOLVE_ALONE_UP_TO' | 'APPROVE_ABOVE' | 'LIMITS',
  figures: ReadonlyMap<string, unknown>,
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

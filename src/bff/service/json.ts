import { isInteger, LosslessNumber, parse, stringify } from 'lossless-json';

/** No amount needs more digits, and reading a million of them would hold up every other call. */
const maxDigits = 60;

/**
 * Reads JSON with its integers as bigints, exact at any size (contract 2.5). Any other number stays a
 * LosslessNumber, which no schema takes for a bigint. Throws on what is no JSON.
 */
export function readJson(text: string): unknown {
  return parse(text, null, (digits) =>
    isInteger(digits) && digits.length <= maxDigits ? BigInt(digits) : new LosslessNumber(digits),
  );
}

/** Writes JSON with its bigints as integers. */
export function writeJson(value: unknown): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}

import { isInteger, LosslessNumber, parse, stringify } from 'lossless-json';

/** No amount needs more digits, and parsing a million digits would block the event loop. */
const maxDigits = 60;

/**
 * Parses JSON with integers as bigints, exact at any size (contract 2.5). Other numbers become a
 * LosslessNumber, which no schema accepts as an integer.
 * @throws SyntaxError if the text is not JSON
 */
export function readJson(text: string): unknown {
  return parse(text, null, (digits) =>
    isInteger(digits) && digits.length <= maxDigits ? BigInt(digits) : new LosslessNumber(digits),
  );
}

/** Writes JSON with bigints as integers. */
export function writeJson(value: unknown): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError('the value has no JSON form');
  return text;
}

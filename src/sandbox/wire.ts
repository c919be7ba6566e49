import { isInteger, parse, stringify } from 'lossless-json';

/** No amount needs more digits, and reading a million of them would hold up every other call. */
const maxDigits = 60;

/** Reads JSON with its integers as bigints, exact at any size. Throws SyntaxError. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return parse(text, null, (digits) =>
      isInteger(digits) && digits.length <= maxDigits ? BigInt(digits) : Number(digits),
    );
  } catch (error) {
    // Bytes that are no UTF-8 and nesting deeper than the stack are malformed as well.
    throw new SyntaxError('malformed JSON', { cause: error });
  }
}

/** Writes JSON with its bigints as integers. */
export function writeJson(value: object): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}

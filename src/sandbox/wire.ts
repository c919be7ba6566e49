import { isInteger, parse, stringify } from 'lossless-json';

/** Longer integers are parsed as numbers, because a BigInt of a million digits would block the event loop. */
const maxDigits = 60;

/** Parses JSON with integers of up to 60 digits as exact bigints. Throws a SyntaxError. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return parse(text, null, (digits) =>
      isInteger(digits) && digits.length <= maxDigits ? BigInt(digits) : Number(digits),
    );
  } catch (error) {
    // Invalid UTF-8 and nesting deeper than the stack count as malformed too.
    throw new SyntaxError('malformed JSON', { cause: error });
  }
}

/** Serialises JSON with bigints as integers. */
export function writeJson(value: object): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}

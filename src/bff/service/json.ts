import { isInteger, LosslessNumber, parse, stringify } from 'lossless-json';

/** No amount needs more digits, and parsing a million digits would block the event loop. */
const maxDigits = 60;

/** Any escape in JSON, so that a backslash of its own before `u0000` is left alone. */
const escaped = /\\(?:u0000|.)/g;

/**
 * PostgreSQL can't store U+0000, which no name, state or message has a use for: one in a row would keep the whole
 * list out of the ledger. It becomes U+FFFD, as what can't be shown does.
 */
function withoutZero(text: string): string {
  if (!text.includes('\\u0000')) return text;
  return text.replace(escaped, (one) => (one === '\\u0000' ? '\\ufffd' : one));
}

/**
 * Parses JSON with integers as bigints, exact at any size (contract 2.5). Other numbers become a
 * LosslessNumber, which no schema accepts as an integer.
 * @throws SyntaxError if the text is not JSON
 */
export function readJson(text: string): unknown {
  return parse(withoutZero(text), null, (digits) =>
    isInteger(digits) && digits.length <= maxDigits ? BigInt(digits) : new LosslessNumber(digits),
  );
}

/** Writes JSON with bigints as integers. */
export function writeJson(value: unknown): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError('the value has no JSON form');
  return text;
}

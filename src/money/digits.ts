const isDigit = /^\p{Nd}$/u;

/** Writes the decimal digits of every script as 0 to 9. */
export function withPlainDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** Unicode encodes the digits of a script as ten code points in a row, from 0 on. */
function digitValue(digit: string): number {
  const at = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit.test(String.fromCodePoint(at - before - 1))) before += 1;
  // Several rows may follow each other, as those of mathematical digits do.
  return before % 10;
}

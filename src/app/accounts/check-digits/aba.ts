import { type Slip, slipOf } from './slip.ts';

const length = 9;
const weights = [3, 7, 1];

/** Checks the nine digits of an ABA routing number: who gives it out, and its checksum. */
export function checkAba(text: string): Slip | null {
  if (isAba(text)) return null;
  if (text.length !== length) return { kind: 'length', expected: length, given: text.length };
  const likely = slipOf(text, isAba);
  return /^\d+$/.test(text) || likely.kind === 'lookalike' ? likely : { kind: 'shape' };
}

export function isAba(text: string): boolean {
  if (!/^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(text)) return false;
  const sum = [...text].reduce(
    (total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0),
    0,
  );
  // Nothing but zeros would pass.
  return sum > 0 && sum % 10 === 0;
}

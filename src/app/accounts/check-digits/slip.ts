/** What is likely wrong with a number or an address that does not fit its own check. */
export type Slip =
  /** Two neighbours exchanged make it right. */
  | { kind: 'swapped' }
  /** Letters that look like digits, read as those, make it right. */
  | { kind: 'lookalike' }
  /** The check fails, and no better guess is at hand. */
  | { kind: 'wrong' }
  /** Letters stand where digits belong, or the other way round. */
  | { kind: 'shape' }
  | { kind: 'length'; expected: number; given: number; country?: string | undefined }
  /** No country that has IBANs begins so. */
  | { kind: 'no-iban-country'; country: string }
  /** Right in itself, but not what the field asks for. */
  | { kind: 'iban-not-aba' }
  | { kind: 'aba-not-iban' }
  | { kind: 'address' }
  | { kind: 'other-asset'; expected: string }
  | { kind: 'email' }
  | { kind: 'phone' }
  | { kind: 'not-born' }
  | { kind: 'long-ago' }
  | { kind: 'under-age'; years: number };

/** The likeliest of the slips that keep the length, for a text that `isRight` refuses. */
export function slipOf(text: string, isRight: (text: string) => boolean): Slip {
  const digits = text.replace(/O/gi, '0').replace(/[IL]/gi, '1');
  if (digits !== text && isRight(digits)) return { kind: 'lookalike' };
  for (let at = 0; at + 1 < text.length; at += 1) {
    const swapped = text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
    if (swapped !== text && isRight(swapped)) return { kind: 'swapped' };
  }
  return { kind: 'wrong' };
}

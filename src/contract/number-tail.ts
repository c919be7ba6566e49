/** The last four characters of an account or document; of a short one, no more than half. */
export function numberTail(number: string): string {
  const text = number.trim();
  return text.slice(-Math.min(4, Math.ceil(text.length / 2)));
}

/**
 * The last four characters of an account or document, without what people write between its parts
 * ('300 123 45 67', '1.020.304.906'); of a short one, no more than half.
 */
export function numberTail(number: string): string {
  const text = number.replace(/[\s./-]/g, '');
  return text.slice(-Math.min(4, Math.ceil(text.length / 2)));
}

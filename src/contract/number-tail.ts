/**
 * Returns the last four characters of an account or ID number, without separators ('300 123 45 67',
 * '1.020.304.906'). Of a short number it returns at most half, so that it stays masked.
 */
export function numberTail(number: string): string {
  const text = number.replace(/[\s./-]/g, '');
  return text.slice(-Math.min(4, Math.ceil(text.length / 2)));
}

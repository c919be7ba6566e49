import { numberStyle } from '../../../money/number-style.ts';

/**
 * The text of an amount after an edit of one that was written here, in `locale`. The marks between its
 * thousands are let go: "100,000" without its last nought is ten thousand, and not a hundred.
 * Whatever was pasted stays as it came, and so does a mark that was just typed.
 */
export function editedText(before: string, after: string, locale: string): string {
  const marks = numberStyle(locale).writeWhole(1_234_567n).replace(/\d/g, '');
  const without = (text: string) => [...text].filter((sign) => !marks.includes(sign)).join('');

  const start = sharedLength(before, after);
  const left = Math.min(before.length, after.length) - start;
  const end = Math.min(left, sharedLength(reversed(before), reversed(after)));
  const typed = after.slice(start, after.length - end);
  if (typed.length > 1) return after;
  return without(after.slice(0, start)) + typed + without(after.slice(after.length - end));
}

/** How many signs two texts begin with alike. */
function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

const reversed = (text: string) => [...text].reverse().join('');

/**
 * The first and the last key that begins with this part, filled up: keys of one form sort alike in every collation.
 * @param part of a key, in lower case without hyphens
 */
export const keyRange = (part: string): [first: string, last: string] => [
  filledKey(part, '0'),
  filledKey(part, 'f'),
];

const filledKey = (part: string, filling: string) =>
  part.padEnd(32, filling).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

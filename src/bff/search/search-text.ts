import { normalizeForSearch } from '../../contract/normalize-for-search.ts';

/** An ID or account number without separators. */
export function compact(text: string): string {
  return text.replace(/[\s./-]/g, '');
}

/** How well a text matches: not at all, by a part of a word, or by whole words. */
export const ranks = { none: 0, part: 1, whole: 2 } as const;

/** A text as `rankIn` searches it: each word between spaces, with its marks and without. */
export function asWords(text: string): string {
  const words = normalizeForSearch(text);
  // From the text itself, whose apostrophes part words: O’Brien is also searched as o brien.
  const plain = normalizeForSearch(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '));
  const inTwo = normalizeForSearch(
    text.normalize('NFC').replace(twoLetters, (letter) => asTwo[letter.toLowerCase()] ?? letter),
  );
  return [...new Set([words, plain, inTwo])].map((form) => ` ${form} `).join('\n');
}

/** Letters that people without their key, and passports, write as two: Müller is also searched as mueller. */
const asTwo: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const twoLetters = new RegExp(`[${Object.keys(asTwo).join('')}]`, 'gi');

/**
 * How well these words match a text.
 * @param words made by `asWords`
 * @param text in lower case, without accents
 */
export function rankIn(words: string, text: string): number {
  if (!words.includes(text)) return ranks.none;
  return words.includes(` ${text} `) ? ranks.whole : ranks.part;
}

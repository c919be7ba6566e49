import { foldText } from './text.ts';

// Letters that Unicode does not take apart, as people write them without their mark.
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ŋ: 'n', ĸ: 'k', ə: 'e' },
  ...{ ɓ: 'b', ɖ: 'd', ɗ: 'd', ɛ: 'e', ɔ: 'o', ƙ: 'k', ɲ: 'n', ƴ: 'y', ƒ: 'f', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
};
const unlikeLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');
// People type whichever their keyboard has, or none.
const apostrophes = /['`´ʹʻʼʽʾʿˈˊˋ‘’‛′‵＇]/g;
const isPlain = /^[ -&(-@[-_a-z{-~]*$/;

/**
 * Returns the text in lower case and without accents, other combining marks and apostrophes. Letters such as ł and ß
 * become those that people type for them. ä stays apart from ae: more people write it as a.
 */
export function withoutAccents(text: string): string {
  if (isPlain.test(text)) return text;
  return foldText('search', text.replace(apostrophes, ''))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(apostrophes, '')
    .replace(unlikeLetters, (letter) => plainLetters[letter] ?? letter);
}

/** Normalises text for comparison in a search: without accents, case or repeated spaces. */
export function normalizeForSearch(text: string): string {
  return withoutAccents(text).replace(/\s+/g, ' ').trim();
}

import { multipliers, numberJoiners, numberWords } from './search-words.ts';

/** A number that a text begins with, and the factor that words behind it give. */
type AmountPhrase = {
  /** How many words it has. */
  words: number;
  /** As `readAmount` reads it: digits with their marks. */
  number: string;
  factor: bigint;
};

const glued = /^(?<number>(?:\p{L}{0,3}\p{Sc})?\d[\d.,' ]*)(?<unit>k|mil|mm?)$/u;
const isNumber = /^(?:\p{L}{0,3}\p{Sc})?\d[\d.,' ]*$/u;

/**
 * Reads an amount with a multiplier or in words: `125k`, `125 mil`, `1,5 millones`, `ciento veinticinco mil`.
 * A number in one word (`mil`, `tres`) is left: it may as well be a name.
 * @param texts words in lower case, without accents
 * @returns null if the texts begin with no such amount
 */
export function readAmountPhrase(texts: readonly string[]): AmountPhrase | null {
  const [first = '', second = ''] = texts;
  const parts = glued.exec(first)?.groups;
  if (parts) {
    const { number = '', unit = '' } = parts;
    return { words: 1, number, factor: multipliers.get(unit) ?? 1n };
  }
  const factor = multipliers.get(second);
  if (isNumber.test(first) && factor !== undefined) {
    // 'mil millones' is a thousand millions.
    const more = second === 'mil' ? multipliers.get(texts[2] ?? '') : undefined;
    return { words: more ? 3 : 2, number: first, factor: factor * (more ?? 1n) };
  }
  return readNumberWords(texts);
}

function readNumberWords(texts: readonly string[]): AmountPhrase | null {
  let [whole, part] = [0n, 0n];
  let words = 0;
  for (const [at, text] of texts.entries()) {
    const values = text.split('-').map((one) => numberWords.get(one));
    const unit = multipliers.get(text);
    if (values.every((value) => value !== undefined)) {
      part += values.reduce((sum, value) => sum + value, 0n);
    } else if (unit === 100n) {
      part = (part || 1n) * unit;
    } else if (unit !== undefined && text.length > 2) {
      // 'mil millones': what is a thousand already is multiplied as a whole.
      const isAll = unit > 1_000n;
      whole = isAll ? (whole + part || 1n) * unit : whole + (part || 1n) * unit;
      part = 0n;
    } else if (!(numberJoiners.has(text) && words > 0)) {
      break;
    } else continue;
    words = at + 1;
  }
  return words < 2 ? null : { words, number: `${whole + part}`, factor: 1n };
}

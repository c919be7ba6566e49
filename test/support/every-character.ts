import { isAtLength } from './at-length.ts';
import { seed } from './seed.ts';

// Ideographs, syllables of Hangul, private and unassigned code points behave alike: one of 64 is taken.
const isAlike =
  /(?!\p{Default_Ignorable_Code_Point})[\p{Script=Han}\p{Script=Hangul}\p{Co}\p{Cn}]/u;

/** Before the ideographs: the alphabets in which most names are written, punctuation, what controls text. */
const isCommon = (code: number) => code < 0x3000;

/**
 * The code points of Unicode, without surrogates. A usual run takes one of four, by its seed, of those behind the
 * common ones that are as normalization leaves them.
 */
export function* everyCharacter(): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const one = String.fromCodePoint(code);
    const isTurn = isAtLength || isCommon(code) || code % 4 === seed % 4;
    const isOther = () => isTurn && !isAlike.test(one);
    if (code % 64 === 0 || one !== one.normalize('NFC') || isOther()) yield one;
  }
}

import { describe, expect, test } from 'vitest';
import {
  foldText,
  isUnreadable,
  type TextKind,
  withoutUnreadable,
} from '../../src/contract/text.ts';
import { everyCharacter } from '../support/every-character.ts';

const kinds = ['name', 'note', 'code', 'email', 'password', 'search'] as const satisfies TextKind[];
const shown = kinds.filter((kind) => kind !== 'password');

const hex = (text: string) => [...text].map((one) => one.codePointAt(0)?.toString(16)).join(' ');

describe('over all of Unicode', () => {
  test.each(kinds)('folding a %s twice is folding it once', (kind) => {
    const failed: string[] = [];
    for (const one of everyCharacter()) {
      // At once: in a word, beside joiners of two scripts, and in an emoji.
      const folded = foldText(kind, `${one} a${one}b ب${one}ب क्${one}\u200dष 👩${one}\u200d👧`);
      if (foldText(kind, folded) !== folded) failed.push(hex(one));
    }
    expect(failed).toEqual([]);
  });

  test.each(shown)('no %s can turn the text beside it round, or end a line', (kind) => {
    const failed: string[] = [];
    for (const one of everyCharacter()) {
      const folded = foldText(kind, `a${one}b`);
      const isBad =
        /[\p{Bidi_Control}\u2028\u2029\ufeff\u00ad\u200b]/u.test(folded) ||
        /(?!\n)\p{Cc}/u.test(folded) ||
        (kind !== 'note' && folded.includes('\n'));
      if (isBad) failed.push(hex(one));
    }
    expect(failed).toEqual([]);
  });

  test.each(['code', 'email', 'search'] as const)('a %s has plain digits and spaces', (kind) => {
    const failed: string[] = [];
    for (const one of everyCharacter()) {
      const folded = foldText(kind, `1${one}2`);
      const isDigit = /^\p{Nd}$/u.test(one);
      if (isDigit && !/^1\d2$/.test(folded)) failed.push(hex(one));
      if (/[^\P{Nd}\d]|(?! )\s|(?!\p{Nd})\p{Default_Ignorable_Code_Point}/u.test(folded)) {
        failed.push(hex(one));
      }
    }
    expect(failed).toEqual([]);
  });

  test('exactly control characters but tabs and line breaks are unreadable', () => {
    const found = [...everyCharacter()].filter(isUnreadable).join('');
    expect(found).toMatch(/^\p{Cc}+$/u);
    expect(found).toHaveLength(65 - 3);
    expect(withoutUnreadable(found)).toBe('');
  });
});

test.each([['\ud800'], ['a\udfff'], ['\udc00\ud800']])(
  'half a character %j is unreadable',
  (text) => {
    expect(isUnreadable(text)).toBe(true);
    expect(isUnreadable(withoutUnreadable(text))).toBe(false);
  },
);

test.each([
  ['code', '\u202a0012\u00a03456\u202f789\u200b\u202c', '0012 3456 789'],
  ['code', '１２３４５６７８', '12345678'],
  ['code', '٣٠٠-۴۵६', '300-456'],
  ['code', '𝟣𝟤𝟥', '123'],
  ['code', '\u202a+57 300\u00a0123 4567\u202c', '+57 300 123 4567'],
  ['code', '＋57 300‑123–4567', '+57 300-123-4567'],
  ['code', 'ＥＳ９１\u3000２１００\t0418', 'ES91 2100 0418'],
  ['email', '\u200bleap+year@example.com', 'leap+year@example.com'],
  ['email', ' ana１@ｅxample．com\u00a0', 'ana1@example.com'],
  ['email', 'ana@例え。jp', 'ana@例え.jp'],
  ['email', 'jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['search', '２５０\u00a0０００ \u202eana', '250 000 ana'],
  ['name', 'Jose\u0301\u00a0 Ñandú', 'José Ñandú'],
  ['name', 'O’Brien', 'O’Brien'],
  ['name', '\u202emoc.elpmaxe\u202c Ana\u200b', 'moc.elpmaxe Ana'],
  ['name', 'soft\u00adhyphen\ufeff', 'softhyphen'],
  ['name', '\u3164\u2800\u200e', ''],
  ['name', 'line\none', 'line one'],
  // What the script needs stays.
  ['name', 'علی\u200cرضا', 'علی\u200cرضا'],
  ['name', 'علی\u200c', 'علی'],
  ['name', 'ශ්\u200dරී', 'ශ්\u200dරී'],
  ['name', 'മോഹന്\u200d', 'മോഹന്\u200d'],
  ['name', 'A\u200cna', 'Ana'],
  ['name', '葛\u{e0100}城', '葛\u{e0100}城'],
  ['name', '👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥', '👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥'],
  ['name', 'محمد ＡＢ １２', 'محمد ＡＢ １２'],
  ['note', ' one \r\n\ttwo\u2028three\n', 'one\ntwo\nthree'],
  ['password', 'pa\u0308ss\u00a0wörd\u200d ', 'p\u00e4ss wörd\u200d '],
  ['password', '１２', '１２'],
] as const)('a %s %j is folded to %j', (kind, text, folded) => {
  expect(foldText(kind, text)).toBe(folded);
});

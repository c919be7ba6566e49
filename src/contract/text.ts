import { withPlainDigits } from '../money/digits.ts';

/**
 * The kinds of text that people enter. 'name' is any text that people read, on one line; 'note' may have several.
 * 'code' is a number or code, a phone number too; 'search' is what is looked for. Amounts are read by
 * `readAmount`.
 */
export type TextKind = 'name' | 'note' | 'code' | 'email' | 'password' | 'search';

const folds: Record<TextKind, (text: string) => string> = {
  name: lineOf,
  note: (text) => text.split(lineBreak).map(lineOf).join('\n').trim(),
  code: (text) => oneLine(plain(text).replace(dashes, '-')),
  // A space inside may stand for a lost character, so it stays, and the address is refused.
  email: (text) => oneLine(plain(text).replace(/[\u3002\uff61]/g, '.')),
  // RFC 8265, 4.2: the OpaqueString profile. Everything else in a password counts.
  password: (text) => text.replace(/\p{Zs}/gu, ' ').normalize('NFC'),
  search: (text) => oneLine(plain(text)),
};

/**
 * Folds a text that a person typed or pasted: what looks the same becomes the same. Drops what nobody sees, such
 * as marks of direction, and turns all spaces into plain ones. Codes and e-mails get plain digits and letters;
 * names keep the joiners that their script needs. Folding twice is folding once.
 */
export function foldText(kind: TextKind, text: string): string {
  return folds[kind](text);
}

/** True if a text holds what no text may: a control character other than tabs and line breaks, or half a character. */
export function isUnreadable(text: string): boolean {
  return /(?![\t\n\r])[\p{Cc}\p{Cs}]/u.test(text);
}

/** Without what can't be shown: control characters other than tabs and line breaks, and half characters. */
export function withoutUnreadable(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, '').replace(/\p{Cs}/gu, '\uFFFD');
}

// U+2800 is a blank of Braille.
const blanks = /[\s\p{Cc}\u2800]+/gu;
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63]/g;

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

const oneLine = (text: string) => text.replace(blanks, ' ').trim();

// Most texts have only these, and are done.
const isAscii = /^[ -~]*$/;

/** For numbers, codes and e-mails: nothing invisible, and letters, marks and digits as on a keyboard. */
function plain(text: string): string {
  if (isAscii.test(text)) return text;
  const narrow = text.replace(/[\uff01-\uff5e]/g, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
  return withPlainDigits(narrow.replace(invisible, '')).normalize('NFC');
}

// U+FEFF and the like are spaces or format characters by name, but have no width.
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

// Scripts whose letters join: a joiner between two of them changes how they look.
const joining = [
  ...['Arabic', 'Syriac', 'Nko', 'Mandaic', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi'],
  ...[
    'Gujarati',
    'Oriya',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Khmer',
    'Myanmar',
  ],
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
// After a virama a joiner counts at the end of a word too (RFC 5892, A.2).
const virama =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2';
const emoji = '\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}';
const joiner = '[\\u200c\\u200d]';
const kept = [
  `[${virama}]${joiner}`,
  `(?!${joiner})[${joining}]${joiner}(?=(?!${joiner})[${joining}])`,
  `[${emoji}]\\u200d(?=\\p{Extended_Pictographic})`,
].join('|');
// Arabic, Syriac and Kaithi signs that are seen, though format characters by name.
const seen = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}';
// Beside format characters: the grapheme joiner, inherent vowels and fillers that have no width.
const unseen = `(?![${seen}])[\\p{Cf}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0]`;
const keptOrUnseen = new RegExp(`(${kept})|${unseen}`, 'gu');

/** For names and notes: as typed, without invisible characters that change nothing in what is read. */
function lineOf(text: string): string {
  const line = oneLine(text);
  if (isAscii.test(line)) return line;
  const visible = line
    .normalize('NFC')
    .replace(keptOrUnseen, (_all, known: string | undefined) => known ?? '')
    .normalize('NFC');
  // What was dropped may have stood between two spaces.
  return oneLine(visible);
}

import { bankCodeFields } from '../../contract/account-fields.ts';

/** How a number is grouped on the screen. The contract has no formats (2.3), so the app decides. */
export type Grouping = {
  /** From the text on the screen to what is sent. */
  sent: (shown: string) => string;
  /** From what is sent to the text on the screen. */
  grouped: (sent: string) => string;
};

/** ES91 2100 0418 …, grouped from the first letters on. */
export const ibanCode: Grouping = {
  sent: withoutGrouping,
  grouped: (sent) => (beginsLikeIban(sent) ? inFours(sent) : sent),
};

/** A code that has no groups, unless an IBAN was entered in its place. */
export const bankCode: Grouping = { sent: withoutGrouping, grouped: groupedIban };

/** 529.982.247-25, or a company's 11.222.333/0001-81. */
export const cpfCode: Grouping = { sent: withoutGrouping, grouped: groupedCpf };

/** Each bank groups account numbers its own way, so only an IBAN is regrouped. */
export const accountNumber: Grouping = {
  sent(shown) {
    const plain = withoutGrouping(shown);
    return isIbanLike(plain) ? plain : shown.trim();
  },
  grouped: groupedIban,
};

const minIbanLength = 15;

/** True for what may be a whole IBAN; expects capitals and no grouping. */
export function isIbanLike(text: string): boolean {
  return text.length >= minIbanLength && beginsLikeIban(text);
}

function beginsLikeIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z\d]*$/.test(text);
}

function inFours(text: string): string {
  return text.replace(/(.{4})(?=.)/g, '$1 ');
}

function groupedIban(sent: string): string {
  return isIbanLike(sent) ? inFours(sent) : sent;
}

// People copy the code's name with it: IBAN ES91 …
const codeNames = [...bankCodeFields.map((field) => field.replace('_number', '')), 'cnpj'];
const leadingName = new RegExp(`^(${codeNames.join('|')})[\\s:]`, 'i');
// All kinds of spaces, and the marks that people group with; \u2010 to \u2015 are dashes.
const separators = /[\s.:\-/\u2010-\u2015\u00b7]+/g;

function withoutGrouping(text: string): string {
  return text.trim().replace(leadingName, '').replace(separators, '').toUpperCase();
}

function groupedCpf(text: string): string {
  if (!/^[A-Z\d]{1,14}$/.test(text)) return text;
  const ends = text.length > 11 ? [2, 5, 8, 12] : [3, 6, 9];
  const marks = text.length > 11 ? ['.', '.', '/', '-'] : ['.', '.', '-'];
  const parts = [...ends, text.length].map((end, at) => text.slice(ends[at - 1] ?? 0, end));
  return parts
    .filter(Boolean)
    .map((part, at) => (at === 0 ? part : (marks[at - 1] ?? '') + part))
    .join('');
}

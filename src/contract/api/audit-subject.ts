import { normalizeForSearch } from '../normalize-for-search.ts';
import { referenceOf, sendKeyPattern } from './send-key.ts';

/** What a text names to the audit. */
type NamedRecord = {
  /** Whole subjects, such as `transfer 9001`. A number alone may be a transfer or a recipient. */
  subjects: readonly string[];
  /** The first 8 characters of the key of a send, in lower case; null without a reference. */
  keyPart: string | null;
  /** The same in few words, such as `transfer 9001` or `AF34 DF30`, without anybody's name. */
  text: string;
};

const kindWords = {
  transfer: /\b(?:transf|transac)/,
  account: /\b(?:account|recipient|destinatari|cuenta|conta\b)/,
  send: /\b(?:sends?|envios?)\b/,
  user: /\b(?:user|people|persona?s?\b|pessoa|usuari)/,
} as const;
type Kind = keyof typeof kindWords;

const link = /\/(transfers|recipients|sends|people)\/([\w-]+)/i;
// Without lookbehind, for which Safari 15.4 refuses a whole script.
const keyLike = /(?:^|[^\w-])([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])/;
const reference = /\b([\da-f]{4}) ?([\da-f]{4})\b/;
const stuckLabel = /\b(?:txn?|trx|id|ref|nr?o?)(?=\d+\b)/g;
/** A number, also in groups of three. */
const numbers = /\b\d+(?: \d{3})*\b/g;

/**
 * Reads which record somebody means by a text: its name in the audit, its number, its reference or key, or a link of
 * Giro, also among other words.
 * @returns null if it names none, or several
 */
export function readRecord(typed: string): NamedRecord | null {
  const [, page = '', id = ''] = link.exec(typed) ?? [];
  const text = normalizeForSearch(page === '' ? typed : `${page} ${id}`);
  const subjectsOf = (of: string, kinds: readonly Kind[]) => {
    const named = kinds.filter((kind) => kindWords[kind].test(text));
    return (named.length > 0 ? named : kinds).map((kind) => `${kind} ${of}`);
  };

  const [, key] = keyLike.exec(text) ?? [];
  if (key !== undefined) {
    return sendKeyPattern.test(key) ? named(subjectsOf(key, ['send', 'user']), null, key) : null;
  }
  // Labels stick to numbers, as in TX150001 and nº150001.
  const words = text.replace(/[^a-z\d]+/g, ' ').replace(stuckLabel, '');
  const [shown = '', one = '', two = ''] = reference.exec(words) ?? [];
  const keyPart = one + two;
  // 'cafe cafe' are words, unless they are called a reference.
  const isReference = /\d/.test(keyPart) || (keyPart !== '' && /\bref/.test(text));
  if (isReference && /[a-f]/.test(keyPart)) return named([], keyPart, referenceOf(keyPart));
  const [number, ...more] = words.match(numbers) ?? [];
  const digits = number?.replaceAll(' ', '') ?? '';
  if (digits !== '' && more.length === 0 && digits.length <= 30) {
    const isBoth = isReference && shown === number && !/\b(?:transf|transac)/.test(text);
    return named(subjectsOf(digits, ['transfer', 'account']), isBoth ? keyPart : null, digits);
  }
  return isReference ? named([], keyPart, referenceOf(keyPart)) : null;
}

function named(subjects: readonly string[], keyPart: string | null, id: string): NamedRecord {
  const [subject, ...more] = subjects;
  return { subjects, keyPart, text: more.length === 0 ? (subject ?? id) : id };
}

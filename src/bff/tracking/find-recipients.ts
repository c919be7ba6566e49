import { minNumberPart, type RecipientMatch } from '../../contract/api/support.ts';
import { withoutAccents } from '../../contract/normalize-for-search.ts';
import type { Recipient, Recipients } from './recipients.ts';
import { compact } from './search-text.ts';

/** Characters that the end of a number must have to match. */
const minTailLength = 3;

/**
 * Finds recipients by their id; by a whole number, its end or a long part of it; or by words, each of
 * which must be in the alias, the name, the bank or a number.
 * @returns what matched, by account id
 */
export function findRecipients(
  recipients: Recipients,
  q: string,
): Map<string, ReadonlySet<RecipientMatch>> {
  const text = withoutAccents(q.trim());
  const words = text.split(/\s+/);
  const number = compact(text);
  const found = new Map<string, ReadonlySet<RecipientMatch>>();
  for (const recipient of recipients.values()) {
    // A quick test first: most of thousands don't match at all.
    const { all } = recipient;
    if (!words.every((word) => all.includes(word)) && !all.includes(number)) continue;
    const matched = matchesOf(recipient, text, words, number);
    if (matched.size > 0) found.set(recipient.id, matched);
  }
  return found;
}

function matchesOf(recipient: Recipient, text: string, words: string[], number: string) {
  const matched = new Set<RecipientMatch>();
  if (recipient.id === text) matched.add('id');
  // '12.345.678' may also be an amount, so with separators only a whole number matches.
  if (recipient.numbers.document.includes(number)) matched.add('document');
  if (recipient.numbers.account.includes(number)) matched.add('account');
  const perWord: Set<RecipientMatch>[] = [];
  for (const word of words) {
    const places = placesOf(recipient, word);
    if (places.size === 0) return matched;
    perWord.push(places);
  }
  for (const places of perWord) for (const place of places) matched.add(place);
  return matched;
}

function placesOf(recipient: Recipient, word: string): Set<RecipientMatch> {
  const places = new Set<RecipientMatch>();
  const { alias, name, bank } = recipient.words;
  if (alias.includes(word)) places.add('alias');
  if (name.includes(word)) places.add('name');
  if (bank.includes(word)) places.add('bank');
  addNumbers(recipient, word, places);
  return places;
}

function addNumbers({ numbers }: Recipient, asked: string, places: Set<RecipientMatch>) {
  if (asked.length < minTailLength) return;
  const means = (number: string) =>
    asked.length < minNumberPart ? number.endsWith(asked) : number.includes(asked);
  if (numbers.document.some(means)) places.add('document');
  if (numbers.account.some(means)) places.add('account');
}

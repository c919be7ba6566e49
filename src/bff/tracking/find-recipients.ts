import { minNumberPart, type RecipientMatch } from '../../contract/api/support.ts';
import { withoutAccents } from '../../contract/normalize-for-search.ts';
import type { Recipient, Recipients } from './recipients.ts';
import { compact } from './search-text.ts';

/** The end of a number is asked for by this many of its characters. */
const minTail = 3;

/**
 * The recipients that a searched text means, by id, and what it was found in: their id; a whole
 * number, its end or a long part of it; or all its words, each in the alias, the name, the bank or
 * a number.
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
    // Of thousands most have nothing of it, which is quicker seen than where each has it.
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
  // '12.345.678' may be an amount as well, so that with separators only a whole number is meant.
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
  if (asked.length < minTail) return;
  const means = (number: string) =>
    asked.length < minNumberPart ? number.endsWith(asked) : number.includes(asked);
  if (numbers.document.some(means)) places.add('document');
  if (numbers.account.some(means)) places.add('account');
}

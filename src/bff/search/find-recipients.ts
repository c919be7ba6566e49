import { minNumberPart, type RecipientMatch } from '../../contract/api/support.ts';
import type { Recipient, Recipients } from './recipients.ts';
import { compact, rankIn, ranks } from './search-text.ts';

/** Characters that the end of a number must have to match. */
const minTailLength = 3;

/** What of a recipient matched, and how well. */
export type RecipientHit = { rank: number; matched: ReadonlySet<RecipientMatch> };

/**
 * Finds recipients by their id; by a whole number, its end or a long part of it; or by a word of the
 * alias, the name, the bank or the country.
 * @param text in lower case, without accents
 * @returns what matched, by account id
 */
export function findRecipients(recipients: Recipients, text: string): Map<string, RecipientHit> {
  const number = compact(text);
  const found = new Map<string, RecipientHit>();
  for (const recipient of recipients.values()) {
    // A quick test first: most of thousands don't match at all.
    const { all } = recipient;
    if (!all.includes(text) && (number === text || !all.includes(number))) continue;
    const hit = hitOf(recipient, text, number);
    if (hit.matched.size > 0) found.set(recipient.id, hit);
  }
  return found;
}

const wordFields = ['alias', 'name', 'bank', 'country'] as const;
const numberFields = ['document', 'account'] as const;

function hitOf({ id, words, numbers }: Recipient, text: string, number: string): RecipientHit {
  const matched = new Set<RecipientMatch>();
  let rank: number = ranks.none;
  if (id === text) {
    matched.add('id');
    rank = ranks.whole;
  }
  for (const field of wordFields) {
    const own = rankIn(words[field], text);
    if (own > ranks.none) matched.add(field);
    rank = Math.max(rank, own);
  }
  for (const field of numberFields) {
    const own = Math.max(0, ...numbers[field].map((one) => rankOfNumber(one, text, number)));
    if (own > ranks.none) matched.add(field);
    rank = Math.max(rank, own);
  }
  return { rank, matched };
}

function rankOfNumber(number: string, text: string, asked: string): number {
  // '12.345.678' may also be an amount, so with separators only a whole number matches.
  if (number === asked) return ranks.whole;
  if (text.length < minTailLength) return ranks.none;
  if (number.endsWith(text)) return ranks.whole;
  return text.length >= minNumberPart && number.includes(text) ? ranks.part : ranks.none;
}

import leven from 'leven';
import type { NearestName } from '../../contract/api/transfer.ts';
import { withoutAccents } from '../../contract/normalize-for-search.ts';
import type { SearchMeaning, TermMeaning } from './matcher.ts';
import type { Recipient } from './recipients.ts';
import type { Senders } from './senders.ts';

/** Of a pasted text, the first words. */
const maxWords = 4;
const maxNames = 3;
/** Shorter words are near to too many names. */
const minLength = 4;

/**
 * Words of names that are spelled nearly like those that name nobody: one letter off, from six letters on two.
 * @param names only those that the person who searches may see
 */
export function nearestNames([terms = []]: SearchMeaning, names: Iterable<string>): NearestName[] {
  const unknown = terms.filter(namesNobody).slice(0, maxWords);
  if (unknown.length === 0) return [];
  const words = wordsOf(names);
  return unknown
    .map(({ typed, text }) => ({ typed, names: nearestTo(text, words) }))
    .filter((near) => near.names.length > 0);
}

/** The names of these recipients and senders. */
export function* namesOf(recipients: Iterable<Recipient>, senders: Senders | null) {
  for (const { alias, name } of recipients) yield* [alias, name];
  for (const { name } of senders?.values() ?? []) yield name;
}

const namesNobody = ({ text, accounts, senders, state, currencies }: TermMeaning) =>
  text.length >= minLength &&
  /^\p{L}+$/u.test(text) &&
  accounts.size + senders.size === 0 &&
  state === null &&
  currencies === null;

type Spelled = { spelled: string; count: number };

/** Each word of the names as somebody spells it, and how often it occurs, by its letters without accents. */
function wordsOf(names: Iterable<string>): ReadonlyMap<string, Spelled> {
  const words = new Map<string, Spelled>();
  for (const name of names) {
    for (const spelled of name.split(/[^\p{L}\p{M}'’]+/u)) {
      const text = withoutAccents(spelled);
      const known = words.get(text);
      if (known) known.count += 1;
      else if (text.length >= minLength - 1) words.set(text, { spelled, count: 1 });
    }
  }
  return words;
}

function nearestTo(text: string, words: ReadonlyMap<string, Spelled>): string[] {
  const most = text.length < 6 ? 1 : 2;
  const near = [...words].flatMap(([word, { spelled, count }]) => {
    if (Math.abs(word.length - text.length) > most) return [];
    const distance = leven(word, text, { maxDistance: most + 1 });
    return distance > most ? [] : [{ spelled, count, distance }];
  });
  return near
    .sort((a, b) => a.distance - b.distance || b.count - a.count)
    .slice(0, maxNames)
    .map(({ spelled }) => spelled);
}

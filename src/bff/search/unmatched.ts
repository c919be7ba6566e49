import type { NearestName } from '../../contract/api/transfer.ts';
import type { SearchMeaning, TermMeaning } from './matcher.ts';
import { nearestNames } from './nearest-names.ts';
import { ranks } from './search-text.ts';

/** What is searched, and the words that are left out of it, as they were typed. */
type Narrowed = { meaning: SearchMeaning; left_out: string[] };

type Search<Found> = {
  search: (meaning: SearchMeaning) => Promise<Found>;
  isEmpty: (found: Found) => boolean;
  /** Whether anything matches, in less time than a search takes. */
  finds: (meaning: SearchMeaning) => Promise<boolean>;
  /** The names that the person who searches may see. */
  names: () => Iterable<string> | Promise<Iterable<string>>;
};

/**
 * Searches by all terms and, where that finds nothing, without those that match nothing, and says which names are near
 * to these.
 */
export async function searchNarrowed<Found>(
  meaning: SearchMeaning,
  { search, isEmpty, finds, names }: Search<Found>,
): Promise<{ found: Found; left_out: string[]; nearest: NearestName[] }> {
  const found = await search(meaning);
  if (!isEmpty(found)) return { found, left_out: [], nearest: [] };
  const nearest = nearestNames(meaning, await names());
  const narrowed = await withoutUnmatched(meaning, finds);
  if (narrowed.left_out.length === 0) return { found, left_out: [], nearest };
  return { found: await search(narrowed.meaning), left_out: narrowed.left_out, nearest };
}

/** More terms than this are not tried one by one: a pasted page would ask for minutes. */
const maxTried = 12;

/**
 * Leaves out what matches nothing, alone or beside the rest, so that a pasted sentence finds what it names. What names
 * one record, such as a reference, is kept before what names many, such as a state.
 * @param finds whether anything matches
 */
export async function withoutUnmatched(
  meaning: SearchMeaning,
  finds: (meaning: SearchMeaning) => Promise<boolean>,
): Promise<Narrowed> {
  const [terms = []] = meaning;
  if (terms.length < 2) return { meaning, left_out: [] };
  const possible = terms.filter(canMatch).sort((a, b) => commonness(a) - commonness(b));
  const kept = new Set<TermMeaning>();
  for (const term of possible.slice(0, maxTried)) {
    if (await finds([[...kept, term]])) kept.add(term);
  }
  if (kept.size === 0) return { meaning, left_out: [] };
  return {
    meaning: [terms.filter((term) => kept.has(term))],
    left_out: terms.filter((term) => !kept.has(term)).map(({ typed }) => typed),
  };
}

/** Letters that a word must have to be kept for parts of names: `it` is in many. */
const minPart = 4;

/** False if nothing can match: the store need not be asked. */
function canMatch({ text, key, state, times, currencies, ...found }: TermMeaning): boolean {
  const named = [
    ...[...found.accounts.values()].map(({ rank }) => rank),
    ...found.senders.values(),
    ...found.noted.values(),
  ];
  const least = text.length < minPart ? ranks.whole : ranks.part;
  return (
    /^\d/.test(text) ||
    [key, state, currencies].some((one) => one !== null) ||
    times.length > 0 ||
    found.readings.size > 0 ||
    named.some((rank) => rank >= least)
  );
}

/** About how many records a term names: what is in no list names few. */
function commonness(term: TermMeaning) {
  const { text, key, state, times, currencies, accounts, senders, noted } = term;
  if (key !== null && text === '') return 0;
  if (/^\d/.test(text)) return 1;
  if (currencies) return 1_000_000;
  if (state !== null) return 900_000;
  if (times.length > 0) return 800_000;
  return 2 + accounts.size + senders.size + noted.size;
}

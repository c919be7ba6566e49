import { sendKeyPattern } from '../../contract/api/send-key.ts';
import type { Currency } from '../../contract/currency.ts';
import { withoutAccents } from '../../contract/normalize-for-search.ts';
import { idPattern } from '../../contract/paths.ts';
import { type AmountReadings, amountReadings } from './amount-readings.ts';
import { currenciesAt, isCurrencyCode } from './currency-words.ts';
import { readAmountPhrase } from './read-amount-phrase.ts';
import { dayAt, readDays, type Times, timesOf } from './read-days.ts';
import { compact } from './search-text.ts';
import {
  fillers,
  maxStateWords,
  numberLabels,
  referenceLabel,
  stateNamed,
} from './search-words.ts';

/** One thing that a searched text names. A record matches it by any of its meanings. */
export type SearchTerm = {
  /** As it was typed, without marks at its ends. */
  typed: string;
  /** In lower case, without accents. */
  text: string;
  /** The amounts that it can be. */
  readings: AmountReadings;
  /** The codes of the currencies that it names; null if it names none. */
  currencies: ReadonlySet<string> | null;
  /** The state of a transfer, or the mark of an open send, that it names. */
  state: string | null;
  /** The days that it names, as times. */
  times: readonly Times[];
  /** The beginning of the key of a send, at least 4 characters, in lower case without hyphens. */
  key: string | null;
};

/** The ways to read a searched text. A record matches if it matches every term of one of them. */
export type SearchTerms = readonly (readonly SearchTerm[])[];

type Context = {
  currencies: Currency[];
  now: number;
  /** Where the person is, an IANA name. */
  zone: string;
};

/**
 * Reads what somebody typed or pasted: numbers, references and links; amounts, days and states in words; names. Words
 * that say nothing, such as `to` or `Sra.`, are ignored beside others; the name of a currency beside a number says which
 * currencies the amount is in. Several words are also read as a whole: an account number may have spaces.
 * @param q as `foldText` folds a search
 */
export function readSearch(q: string, context: Context): SearchTerms {
  const { rest, named } = namedIn(q);
  const text = withoutMarks(rest);
  const words = meaningful(phrasesOf(text, context), context.currencies);
  const codes = words.map((_, place) => currenciesAt(words, place, context.currencies));
  const terms = words.map((word, place): SearchTerm => {
    const beside = [codes[place - 1], codes[place + 1]].flatMap((some) => [...(some ?? [])]);
    const { hasNumber: _, ...term } = word;
    return {
      ...term,
      readings: readingsIn(word.readings, beside),
      currencies: codes[place] ?? null,
    };
  });
  const all = [...named, ...terms];
  if (all.length === 0) return [[plainTerm(q, context.currencies)]];
  if (named.length > 0 || words.length < 2) return [all];
  const whole = plainTerm(text, context.currencies);
  const isSaid = words.some(({ state, times }) => state !== null || times.length > 0);
  const isInCurrency = isSaid || codes.some((some) => some !== null);
  return [all, [isInCurrency ? { ...whole, readings: new Map() } : whole]];
}

type Word = SearchTerm & { hasNumber: boolean };
const noMeaning = { readings: new Map(), currencies: null, state: null, times: [], key: null };

const link =
  /(?:https?:\/\/[^\s/]+)?\/(transfers|recipients|sends|support\/people)\/([\w-]+)\S*/giu;
const uuid =
  /(?<![\w-])[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\w-])/giu;
// Without its label, only with a letter and a digit: 'cafe cafe' are words and '1234 5678' is a number.
const labelled = new RegExp(
  `(?<![\\p{L}\\p{N}])${referenceLabel}(?: (?:is|es|é))?[\\s.:#º°]*([\\da-f]{4})[\\s-]?([\\da-f]{4})(?![\\p{L}\\p{N}])`,
  'giu',
);
const unlabelled =
  /(?<![\p{L}\p{N}/-])(?=[\da-f\s-]*\d)(?=[\d\s-]*[a-f])([\da-f]{4})[\s-]?([\da-f]{4})(?![\p{L}\p{N}/-])/giu;

/** Takes links, keys and references out of a text. */
function namedIn(q: string): { rest: string; named: SearchTerm[] } {
  const named: SearchTerm[] = [];
  const add = (typed: string, meaning: Partial<SearchTerm>) => {
    named.push({ ...noMeaning, typed: typed.trim(), text: '', ...meaning });
    return ' ';
  };
  const byKey = (typed: string, key: string) => add(typed, { key: compact(key).toLowerCase() });
  const rest = q
    .replace(link, (typed: string, page: string, id: string) => {
      if (sendKeyPattern.test(id)) return byKey(typed, id);
      const isId = idPattern.test(id) && /^(transfers|recipients)$/i.test(page);
      return isId ? add(typed, { text: id }) : typed;
    })
    .replace(uuid, (key) => byKey(key, key))
    .replace(labelled, (typed: string, one: string, two: string) => byKey(typed, one + two))
    .replace(unlabelled, (typed: string, one: string, two: string) => byKey(typed, one + two));
  return { rest, named };
}

/** Words before the end of a number, such as `ending in` and `last four`. */
const beforeTail =
  /(?<!\S)(?:ending in|ends in|ending|(?:que )?termin(?:a|ad[ao]) e[nm]|finalizad[ao] (?:en|em)|final|(?:(?:the|l[oa]s|os) )?(?:last|[uú]ltim[oa]s) (?:four|cuatro|quatro|three|tr[eê]s|\d)(?: (?:digits|numbers|d[ií]gitos|n[uú]meros))?(?: (?:is|are|son|s[aã]o))?)\s+(?=\S*\d)/giu;

/** Drops marks at the ends of words, masks before a number (`···· 7741`) and labels that stick to one (`TX150001`). */
function withoutMarks(text: string): string {
  return text
    .replace(/(?<!\S)(?:\p{L}{0,3}\p{Sc}|s\/)(?=\s)/giu, ' ')
    .replace(/(?<=\p{L})[:;#º°=|]+(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/(?<![\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}\p{Sc}\s]+(?=\S)/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N}\p{Sc}\s]+(?![\p{L}\p{M}\p{N}\p{Sc}])/gu, ' ')
    .replace(/(?<!\S)(?:x{2,}|txn?|trx|id|ref)[-.]?(?=\d+(?!\S))/giu, ' ')
    .replace(/\s+/g, ' ')
    .replace(beforeTail, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A number in groups of three (`250 000`) is one word. */
const wordPattern = /(?<!\S)\p{Sc}?[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?(?!\S)|\S+/gu;

function phrasesOf(text: string, context: Context): Word[] {
  const typed = text.match(wordPattern) ?? [];
  const texts = typed.map(withoutAccents);
  const phrases: Word[] = [];
  for (let at = 0; at < typed.length; ) {
    const { words, ...found } = phraseAt(texts.slice(at), context);
    const own = typed.slice(at, at + words).join(' ');
    phrases.push({
      ...noMeaning,
      typed: own,
      text: withoutAccents(own),
      hasNumber: false,
      ...found,
    });
    at += words;
  }
  return phrases;
}

/** The phrase that these words begin with. */
function phraseAt(
  texts: readonly string[],
  { currencies, now, zone }: Context,
): Partial<Word> & { words: number } {
  const days = readDays(texts, dayAt(now, zone));
  if (days) {
    // No name is a day.
    return { words: days.words, times: days.days.map((one) => timesOf(one, zone)), text: '' };
  }
  for (let words = maxStateWords; words > 0; words -= 1) {
    const state = stateNamed(texts.slice(0, words).join(' '));
    if (state !== undefined && texts.length >= words) return { words, state };
  }
  const amount = readAmountPhrase(texts);
  if (amount) {
    const { words, number, factor } = amount;
    return { words, hasNumber: true, readings: amountReadings(number, currencies, factor) };
  }
  const [text = ''] = texts;
  const hasNumber = /\p{N}/u.test(text);
  return {
    words: 1,
    hasNumber,
    readings: amountReadings(text, currencies),
    key: keyIn(text),
  };
}

/** Without the words that say nothing beside the others. */
function meaningful(all: readonly Word[], currencies: Currency[]): Word[] {
  const words = all.filter(({ text, hasNumber, state, times }, place) => {
    if (hasNumber || state !== null || times.length > 0) return true;
    if (fillers.has(text)) return isCurrencyCode(text, currencies);
    const isBeside = [all[place - 1], all[place + 1], all[place + 2]].some((one) => one?.hasNumber);
    return !(isBeside && numberLabels.has(text));
  });
  return words.length > 0 ? words : [...all];
}

function plainTerm(typed: string, currencies: Currency[]): SearchTerm {
  const text = withoutAccents(typed);
  const readings = amountReadings(typed, currencies);
  return { ...noMeaning, typed, text, readings, key: keyIn(text) };
}

function keyIn(text: string): string | null {
  const key = compact(text);
  return /^[\da-f]{4,8}$/.test(key) ? key : null;
}

function readingsIn(readings: AmountReadings, codes: readonly string[]): AmountReadings {
  if (codes.length === 0) return readings;
  return new Map([...readings].filter(([code]) => codes.includes(code)));
}

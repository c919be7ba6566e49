import { appLocales } from '../../contract/api/languages.ts';
import type { Currency } from '../../contract/currency.ts';
import { withoutAccents } from '../../contract/normalize-for-search.ts';
import { memoizeWeak } from '../lib/memoize-weak.ts';
import { type AmountReadings, amountReadings } from './amount-readings.ts';

/** One thing that a searched text names. A record matches it by any of its meanings. */
export type SearchTerm = {
  /** In lower case, without accents. */
  text: string;
  /** The amounts that it can be. */
  readings: AmountReadings;
  /** The codes of the currencies that it names; null if it names none. */
  currencies: ReadonlySet<string> | null;
};

/** The ways to read a searched text. A record matches if it matches every term of one of them. */
export type SearchTerms = readonly (readonly SearchTerm[])[];

/** A number in groups of three (`250 000`) is one word. */
const wordPattern = /(?<!\S)\p{Sc}?[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?(?!\S)|\S+/gu;
/** Without a letter or digit, or a currency's symbol such as `US$` and `S/`. */
const markPattern = /^(?:[^\p{L}\p{N}]+|\p{L}{0,3}\p{Sc}|s\/)$/iu;

const setOf = (words: string) => new Set(words.split(' '));
// In English, Spanish and Portuguese, without accents.
const fillers = setOf(
  'a al and ao da das de del do dos e el em en for from in la las los my mi na no o os para por the to y',
);
const ignoredBesideNumber = setOf(
  'account accounts conta cuenta id number numero payment pago pagamento tail transfer transferencia',
);

/**
 * Reads a searched text word by word, and as a whole: an account number may have spaces. Words that say
 * nothing, such as `to` or `de`, are ignored beside others. The name of a currency beside a number
 * (`250,000 pesos`) says which currencies the amount is in.
 * @param q as `searchedText` returns it
 */
export function searchTerms(q: string, currencies: Currency[]): SearchTerms {
  const words = meaningfulWords(q, currencies);
  const named = words.map((_, place) => currenciesAt(words, place, currencies));
  const terms = words.map(({ typed, text }, place): SearchTerm => {
    const beside = [named[place - 1], named[place + 1]].flatMap((codes) =>
      codes ? [...codes] : [],
    );
    return {
      text,
      readings: readingsIn(amountReadings(typed, currencies), beside),
      currencies: named[place] ?? null,
    };
  });
  const isInCurrency = named.some((codes) => codes !== null);
  const whole = {
    text: withoutAccents(q),
    readings: isInCurrency ? new Map() : amountReadings(q, currencies),
    currencies: null,
  };
  return words.length > 1 ? [terms, [whole]] : [terms];
}

type Word = { typed: string; text: string; hasDigit: boolean };

function meaningfulWords(q: string, currencies: Currency[]): Word[] {
  const all = (q.match(wordPattern) ?? []).map((typed) => ({
    typed,
    text: withoutAccents(typed),
    hasDigit: /\p{N}/u.test(typed),
  }));
  const isCode = (text: string) => codesOf(currencies).has(text);
  const words = all.filter(({ typed, text }, place) => {
    if (markPattern.test(typed) || (fillers.has(text) && !isCode(text))) return false;
    const isBeside = all[place - 1]?.hasDigit || all[place + 1]?.hasDigit;
    return !(isBeside && ignoredBesideNumber.has(text));
  });
  return words.length > 0 ? words : all;
}

/** The currencies that a word names: by their code anywhere, by a word of their name beside a number. */
function currenciesAt(
  words: readonly Word[],
  place: number,
  currencies: Currency[],
): ReadonlySet<string> | null {
  const text = words[place]?.text ?? '';
  const code = codesOf(currencies).get(text);
  if (code !== undefined) return new Set([code]);
  const byName = codesByName(currencies);
  const codes = byName.get(text);
  if (!codes) return null;
  // Also behind another word of the name: `250,000 Chilean pesos`.
  for (const step of [-1, 1]) {
    let at = place + step;
    while (byName.has(words[at]?.text ?? '')) at += step;
    if (words[at]?.hasDigit) return codes;
  }
  return null;
}

function readingsIn(readings: AmountReadings, codes: readonly string[]): AmountReadings {
  if (codes.length === 0) return readings;
  return new Map([...readings].filter(([code]) => codes.includes(code)));
}

const codesOf = memoizeWeak(
  (currencies: Currency[]) =>
    new Map(currencies.map(({ iso_code }) => [withoutAccents(iso_code), iso_code])),
);

/** Codes by each word of the currencies' names, singular and plural, in the languages of the app. */
const codesByName = memoizeWeak((currencies: Currency[]) => {
  const codes = new Map<string, Set<string>>();
  for (const { iso_code, name } of currencies) {
    for (const word of withoutAccents([name, ...namesOf(iso_code)].join(' ')).split(/\s+/)) {
      if (fillers.has(word)) continue;
      codes.set(word, (codes.get(word) ?? new Set()).add(iso_code));
    }
  }
  return codes;
});

const knownNames = new Map<string, string[]>();

/** Kept by code, because Intl takes long to begin. */
function namesOf(code: string): string[] {
  // Intl throws for anything else.
  if (!/^[a-z]{3}$/i.test(code)) return [];
  const known = knownNames.get(code) ?? namesByIntl(code);
  knownNames.set(code, known);
  return known;
}

function namesByIntl(code: string): string[] {
  return appLocales.flatMap((locale) => {
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'name',
    });
    return [1, 2].flatMap((count) =>
      format
        .formatToParts(count)
        .filter(({ type }) => type === 'currency')
        .map(({ value }) => value),
    );
  });
}

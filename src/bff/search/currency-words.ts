import { appLocales } from '../../contract/api/languages.ts';
import type { Currency } from '../../contract/currency.ts';
import { memoizeWeak } from '../../contract/memoize-weak.ts';
import { withoutAccents } from '../../contract/normalize-for-search.ts';
import { fillers } from './search-words.ts';

/** True if a word, in lower case without accents, is the code of a currency. */
export const isCurrencyCode = (text: string, currencies: Currency[]): boolean =>
  codesOf(currencies).has(text);

type Word = { text: string; hasNumber: boolean };

/** The currencies that a word names: by their code anywhere, by a word of their name beside a number. */
export function currenciesAt(
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
    if (words[at]?.hasNumber) return codes;
  }
  return null;
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

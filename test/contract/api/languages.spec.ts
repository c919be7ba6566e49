import { expect, test } from 'vitest';
import {
  acceptedLanguages,
  appLocales,
  languageTags,
  pickLocale,
} from '../../../src/contract/api/languages.ts';

test.each([
  [['en-GB', 'en'], 'en', 'en-GB'],
  [['de-CH', 'en-IE', 'en'], 'en', 'en-IE'],
  [['es-CL', 'es', 'en'], 'es', 'es-CL'],
  [['es-ES'], 'es', 'es-ES'],
  [['es-419', 'pt-BR'], 'es', 'es-419'],
  [['pt-BR', 'en'], 'pt', 'pt-BR'],
  [['pt-PT'], 'pt', 'pt-PT'],
  [['qu-PE', 'es-PE'], 'es', 'es-PE'],
  [['de-CH'], 'en', 'en'],
  [[], 'en', 'en'],
  [['*', '', 'en-US@posix', 'en-AU'], 'en', 'en-AU'],
  [['EN-us'], 'en', 'en-US'],
  [['es-Latn-CL-u-nu-arab-x-mine', 'en'], 'es', 'es-CL'],
  [['pt-u-ca-buddhist'], 'pt', 'pt'],
  [['en-"><script>', 'es'], 'es', 'es'],
] as const)(
  'picks for %j the language %s and the number locale %s',
  (wanted, locale, numberLocale) => {
    expect(pickLocale(undefined, wanted)).toEqual({ locale, numberLocale });
  },
);

test.each([
  ['es', ['en-US', 'es-CL'], 'es', 'es-CL'],
  ['es', ['en-US'], 'es', 'es-419'],
  ['pt', ['es-CL', 'en'], 'pt', 'pt-BR'],
  ['en', ['es-CL'], 'en', 'en'],
  ['es', [], 'es', 'es-419'],
  ['de', ['pt-BR'], 'pt', 'pt-BR'],
  ['__proto__', [], 'en', 'en'],
  ['', ['es'], 'es', 'es'],
] as const)(
  'the choice %j with the browser languages %j gives %s, numbers in %s',
  (chosen, wanted, locale, numberLocale) => {
    expect(pickLocale(chosen, wanted)).toEqual({ locale, numberLocale });
  },
);

test('uses the default tag of a language when the browser names no region', () => {
  for (const locale of appLocales) {
    const { numberLocale } = pickLocale(locale, []);
    expect(numberLocale).toBe(languageTags[locale]);
    expect(Intl.NumberFormat.supportedLocalesOf(numberLocale)).toEqual([numberLocale]);
  }
});

test.each([
  ['es-CL,es;q=0.9,en;q=0.8', ['es-CL', 'es', 'en']],
  ['en;q=0.5, pt-BR', ['pt-BR', 'en']],
  ['en;q=0, es;Q=0.1 , fr ; q=0.3', ['fr', 'es']],
  ['pt;level=1;q=0.2,*;q=0.1', ['pt', '*']],
  ['en;q=much,,;q=1,es', ['es']],
  ['', []],
  [undefined, []],
] as const)('parses Accept-Language %j as %j', (header, wanted) => {
  expect(acceptedLanguages(header)).toEqual(wanted);
});

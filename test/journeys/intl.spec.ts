import { expect, test } from 'vitest';
import { countries } from '../../src/sandbox/reference/countries.ts';
import { currencies } from '../../src/sandbox/reference/currencies.ts';
import { openPage, startGiro } from '../support/journey.ts';

const locales = [
  'en',
  'en-US',
  'en-GB',
  'es',
  'es-CL',
  'es-419',
  'es-MX',
  'es-ES',
  'pt',
  'pt-BR',
  'pt-PT',
];

const given = {
  currencies: currencies.map(({ iso_code }) => iso_code),
  countries: countries.filter(({ is_asset }) => !is_asset).map(({ code }) => code),
  zones: ['UTC', 'America/Santiago', 'America/Sao_Paulo', 'Pacific/Auckland'],
  dates: ['2026-01-01T00:30:00Z', '2026-05-09T12:00:05Z', '2026-11-22T18:07:59Z'],
  amounts: ['0', '7', '100', '2143', '10000', '123456', '1234567', '98765432109876543210'],
};

/** Every text that the app takes from Intl. Self-contained, because it also runs in the browser. */
function textsOf({ locale, ...all }: typeof given & { locale: string }): Record<string, string> {
  const texts: Record<string, string> = {};
  const grouped = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: 'always' });
  texts.decimal = JSON.stringify(grouped.formatToParts('0.5'));
  for (const amount of all.amounts) {
    texts[`amount ${amount}`] = grouped.format(BigInt(amount));
    texts[`count ${amount}`] = BigInt(amount).toLocaleString(locale);
  }
  const names = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' });
  for (const currency of all.currencies) {
    texts[`name of ${currency}`] = names.of(currency) ?? '';
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'name',
    });
    texts[`plural of ${currency}`] = JSON.stringify(format.formatToParts(2));
  }
  const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  for (const country of all.countries) texts[`country ${country}`] = regions.of(country) ?? '';
  const { compare } = new Intl.Collator(locale);
  texts.order = Object.values(texts).toSorted(compare).join('|');
  const moments: Intl.DateTimeFormatOptions[] = [
    { dateStyle: 'short' },
    { dateStyle: 'medium' },
    { dateStyle: 'long' },
    { timeStyle: 'short' },
    { timeStyle: 'medium' },
    { dateStyle: 'medium', timeStyle: 'short' },
    { dateStyle: 'medium', timeStyle: 'long' },
    { dateStyle: 'long', timeStyle: 'long' },
    { day: 'numeric', month: 'short' },
    { day: 'numeric', month: 'short', year: 'numeric' },
  ];
  for (const timeZone of all.zones)
    for (const options of moments) {
      const format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
      for (const at of all.dates)
        texts[`${at} in ${timeZone} as ${JSON.stringify(options)}`] = format.format(new Date(at));
    }
  const units = ['millisecond', 'second', 'minute', 'hour', 'day'];
  for (const unit of units)
    for (const unitDisplay of ['short', 'long', 'narrow'] as const)
      for (const amount of [1, 2.5, 1234])
        texts[`${amount} ${unit} ${unitDisplay}`] = new Intl.NumberFormat(locale, {
          style: 'unit',
          unit,
          unitDisplay,
        }).format(amount);
  texts.list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format([
    'a',
    'b',
    'c',
  ]);
  texts.plurals = ['0', '1', '2', '1000000']
    .map((count) => new Intl.PluralRules(locale).select(Number(count)))
    .join();
  return texts;
}

test('the server and the browser write amounts, names and dates alike', async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  await page.goto('/sign-in');
  for (const locale of locales) {
    const ours = textsOf({ ...given, locale });
    const theirs = await page.evaluate(textsOf, { ...given, locale });
    expect.soft(theirs, locale).toEqual(ours);
  }
});

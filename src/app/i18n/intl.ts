import { writeDate } from '../../contract/api/date-text.ts';
import type { Country } from '../../contract/country.ts';
import { toServerTime } from '../api/request.ts';

// More than a browser needs. The server meets the locales and time zones of everybody.
const maxMade = 500;
/** Names of all countries in some locales. */
const maxNames = 3_000;

/** Memoizes what Intl makes by locale and arguments, because it is slow. */
export function memoizeByLocale<Given extends readonly unknown[], Made>(
  make: (locale: string, ...given: Given) => Made,
  max = maxMade,
): (locale: string, ...given: Given) => Made {
  const made = new Map<string, Made>();
  return (locale, ...given) => {
    const key = given.length === 0 ? locale : JSON.stringify([locale, ...given]);
    const one = made.get(key) ?? make(locale, ...given);
    if (made.size >= max) made.clear();
    made.set(key, one);
    return one;
  };
}

/** What the server formatted for the page, by its key. */
let texts: Record<string, string> = {};

/** Sets the texts that came with the page. On the server: the object that collects the next page's. */
export function setFormattedTexts(next: Record<string, string>): void {
  texts = next;
}

/**
 * Formats by Intl, unless the server has done it for this page: its first use is slow on a phone, and its
 * words may differ between the server and the browser, which hydration would notice.
 */
function formatted(key: string, format: () => string | undefined): string | undefined {
  // Empty for what Intl does not know.
  const text = texts[key] ?? format() ?? '';
  if (isServer) texts[key] = text;
  return text || undefined;
}

const isServer = typeof document === 'undefined';

const collator = memoizeByLocale((locale) => new Intl.Collator(locale));

const isPlain = (text: string) => /^[A-Za-z ]*$/.test(text);

/** Compares by the alphabetical order of a language. Plain letters need no Intl, whose first use is slow. */
export function compareIn(locale: string, a: string, b: string): number {
  if (!isPlain(a) || !isPlain(b)) return collator(locale).compare(a, b);
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return Number(one > other) - Number(one < other);
}

/** IANA name; undefined for the machine's own, which is the person's in the browser. */
let timeZone: string | undefined;

/**
 * Sets the time zone of dates and times; undefined for the machine's own.
 * @returns whether it was another one before
 */
export function setTimeZone(name: string | undefined): boolean {
  const isNew = timeZone !== undefined && timeZone !== name;
  timeZone = name;
  days.clear();
  return isNew;
}

/** The time zone of dates and times; undefined for the machine's own. */
export const timeZoneInUse = () => timeZone;

let firstLanguage: string | undefined;

/** Sets the person's first language as the server knows it, so that a guess from it is the same on both sides. */
export function setFirstLanguage(tag: string | undefined): void {
  firstLanguage = tag;
}

/** The person's first language, a BCP 47 tag that need not be valid or supported. */
export function ownLanguage(): string {
  return firstLanguage ?? navigator.language;
}

const dateFormats = memoizeByLocale(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** Formats a date or time in the person's time zone, unless the options name another. */
export function formatDate(at: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${at.getTime()} ${JSON.stringify(options)}`;
  return formatted(key, () => zoned(at, locale, options)) ?? '';
}

/** Days by milliseconds since 1970: a long list asks for them at each change. */
const days = new Map<number, string>();

/** The person's calendar day of a moment: YYYY-MM-DD. */
export function dayOf(at: Date): string {
  const time = at.getTime();
  const known = days.get(time);
  if (known !== undefined && !isServer) return known;
  // Sweden writes a date so.
  const day = formatDate(at, 'sv', { dateStyle: 'short' });
  days.set(time, day);
  return day;
}

/** The server's time now, or at a time of the browser's clock. */
export const serverTime = (browserTime = Date.now()) => new Date(toServerTime(browserTime));

/** The person's calendar day now. */
export function today(): string {
  return formatted('today', () => zoned(serverTime(), 'sv', { dateStyle: 'short' })) ?? '';
}

/** True when the moment is on the person's today. */
export const isToday = (at: Date) => dayOf(at) === today();

/** True when the moment is in the person's year. */
export const isThisYear = (at: Date) => yearOf(dayOf(at)) === yearOf(today());

const yearOf = (day: string) => day.replace(/-.*/, '');

function zoned(at: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const format = dateFormats(locale, timeZone === undefined ? options : { timeZone, ...options });
  return writeDate(at, format);
}

const regionNames = memoizeByLocale(
  (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }),
);

/** A country's name in the person's language, or the service's name if Intl does not know the code. */
export function countryName({ code, name, is_asset }: Country, locale: string): string {
  if (is_asset || !/^[a-z]{2}$/i.test(code)) return name;
  const region = code.toUpperCase();
  return formatted(`${locale} region ${region}`, () => regionName(locale, region)) ?? name;
}

const regionName = memoizeByLocale(
  (locale, region: string) => regionNames(locale).of(region) ?? '',
  maxNames,
);

const currencyNames = memoizeByLocale(
  (locale) => new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' }),
);

/** A currency's name in the person's language; undefined when Intl does not know the code. */
export function currencyName(code: string, locale: string): string | undefined {
  if (!/^[A-Z]{3}$/.test(code)) return undefined;
  return formatted(`${locale} ${code}`, () => nameOfCurrency(locale, code));
}

const nameOfCurrency = memoizeByLocale(
  (locale, code: string) => currencyNames(locale).of(code) ?? '',
  maxNames,
);

/** As after an amount: "Chilean pesos". */
export function currencyPlural(code: string, locale: string): string | undefined {
  return formatted(`${locale} ${code} plural`, () => pluralOfCurrency(locale, code));
}

const pluralOfCurrency = memoizeByLocale(
  (locale, code: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay: 'name' })
      .formatToParts(2)
      .find(({ type }) => type === 'currency')?.value ?? '',
  maxNames,
);

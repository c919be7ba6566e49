import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { writeDate } from '../src/contract/api/date-text.ts';
import { type AppLocale, appLocales, languageTags } from '../src/contract/api/languages.ts';

// A time in Spanish ends in 'p. m.', a short day in Portuguese in 'nov.': before a full stop it makes two.

/** Placeholders that hold no time; a new one before a full stop has to be decided on here. */
const noTimes = new Set(
  `alias amount archived_by code count country currency destination destination_amount_currency dropped email figure got
  iso_code labels name now place recipientName reference sent smallest source_amount_currency support there id given sends was
  every half most within`.split(/\s+/),
);

const ways: Intl.DateTimeFormatOptions[] = [
  { timeStyle: 'short' },
  { day: 'numeric', month: 'short' },
  { dateStyle: 'medium', timeStyle: 'short' },
  { dateStyle: 'long', timeStyle: 'medium' },
];

/** Times as they may be shown in a language, in its usual regions. */
function samplesOf(locale: AppLocale): string[] {
  const at = new Date('2026-11-25T17:35:11Z');
  const tags = locale === 'es' ? ['es-419', 'es-CO', 'es-MX'] : [languageTags[locale]];
  return tags.flatMap((tag) =>
    ways.map((way) => writeDate(at, new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...way }))),
  );
}

type Entry = { text: string; values: Map<string, string> };

/** The messages of a catalogue, with the code that fills each nameless placeholder. */
function entriesOf(locale: string): Entry[] {
  const po = readFileSync(`src/app/i18n/catalogues/${locale}.po`, 'utf8').replaceAll('"\n"', '');
  return po.split(/\n\n/).flatMap((entry) => {
    const text = /^msgstr "(.*)"$/m.exec(entry)?.[1];
    const values = [...entry.matchAll(/^#\. placeholder \{(\w+)\}:\s+(.+)$/gm)].map(
      ([, name = '', code = '']) => [name, code.trim()] as const,
    );
    return text ? [{ text, values: new Map(values) }] : [];
  });
}

/** Whether a placeholder may hold a time: one that is named like none, or that our formats of times fill. */
function mayBeTime(name: string, { values }: Entry): boolean {
  const code = values.get(name);
  if (code !== undefined) return /\b(at|time|dateTime|whole|brief|date|stamp)\(/.test(code);
  return !noTimes.has(name);
}

/** The text with a time in each placeholder that may hold one, and in each part that the app renders. */
const filled = (entry: Entry, time: string) =>
  entry.text
    .replace(/\{(\w+)\}/g, (all, name: string) => (mayBeTime(name, entry) ? time : all))
    .replace(/<\d+\/>/g, time);

describe.each(appLocales)('%s', (locale) => {
  const entries = entriesOf(locale);

  test.each(samplesOf(locale))('no message has two full stops after %s', (time) => {
    expect(entries.length).toBeGreaterThan(200);
    const texts = entries.map((entry) => filled(entry, time));
    expect(texts.filter((text) => /\.\.(?!\.)/.test(text))).toEqual([]);
  });
});

test('two full stops would be seen', () => {
  const entry = { text: 'El {at}. {0}. {name}.', values: new Map([['0', 'dateTime(seen)']]) };
  expect(filled(entry, '1 p. m.')).toBe('El 1 p. m.. 1 p. m.. {name}.');
});

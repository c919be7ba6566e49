import { describe, expect, it } from 'vitest';
import { writeDate } from '../../../src/contract/api/date-text.ts';

const at = new Date('2026-11-25T17:35:11Z');
const inBogota = (locale: string, options: Intl.DateTimeFormatOptions) =>
  writeDate(at, new Intl.DateTimeFormat(locale, { timeZone: 'America/Bogota', ...options }));

/** What pages, receipts and mails write. */
const ways: Intl.DateTimeFormatOptions[] = [
  { timeStyle: 'short' },
  { timeStyle: 'medium' },
  { dateStyle: 'medium', timeStyle: 'short' },
  { dateStyle: 'long', timeStyle: 'long' },
  { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
];
const regions = ['es-419', 'es', 'es-AR', 'es-CL', 'es-CO', 'es-MX', 'en', 'en-AU', 'pt-BR'];

describe.each(regions)('a time in %s', (locale) => {
  it.each(ways)('keeps its AM or PM on its line: %o', (options) => {
    const text = inBogota(locale, options);
    expect(text).toMatch(/12:35/);
    for (const line of text.split(' ')) expect(line).not.toMatch(/^[ap]\.?\s?m|^m\.?$/i);
  });
});

it('is written in one way in all regions of Spanish, and as elsewhere in other languages', () => {
  const short = (locale: string) => inBogota(locale, { timeStyle: 'short' });
  for (const region of ['es-419', 'es-AR', 'es-CL', 'es-CO', 'es-MX'])
    expect(short(region)).toBe('12:35\u00a0p.\u00a0m.');
  expect(['en', 'en-AU', 'en-CA', 'pt-BR'].map(short)).toEqual([
    '12:35\u00a0PM',
    '12:35\u00a0pm',
    '12:35\u00a0p.m.',
    '12:35',
  ]);
});

it('leaves words alone that begin like AM or PM', () => {
  expect(inBogota('en', { dateStyle: 'long' })).toBe('November 25, 2026');
  expect(inBogota('es', { weekday: 'long', day: 'numeric', month: 'long' })).toBe(
    'miércoles, 25 de noviembre',
  );
});

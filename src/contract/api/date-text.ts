import { memoizeWeak } from '../memoize-weak.ts';

// Asking a format for its locale takes longer than formatting.
const languageOf = memoizeWeak(
  (format: Intl.DateTimeFormat) => new Intl.Locale(format.resolvedOptions().locale).language,
);

/**
 * Writes an instant by Intl, the same on pages, in pictures and in mails: a time keeps its AM or PM on its line,
 * and Spanish has one way of writing it, where regions have 'p.m.' or 'p. m.'.
 */
export function writeDate(at: Date, format: Intl.DateTimeFormat): string {
  const isSpanish = languageOf(format) === 'es';
  // Browsers write a plain or a narrow space before AM and PM.
  return format
    .format(at)
    .replace(/(\d)\s+([ap])(\.?)\s?(m\.?)(?!\p{L})/giu, (_, digit, half, stop, m) =>
      isSpanish ? `${digit}\u00a0${half}.\u00a0m.` : `${digit}\u00a0${half}${stop}${m}`,
    )
    .replaceAll('\u202f', '\u00a0');
}

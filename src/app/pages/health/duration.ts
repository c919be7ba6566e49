import { memoizeByLocale } from '../../i18n/intl.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * Formats milliseconds in the largest fitting unit of the locale: '120 ms', '1.2 sec', '14 min', '3.5 hr'.
 * What rounds up to a whole larger unit is written in that one: '1 hr', never '60 min'.
 */
export function writeDuration(ms: number, locale: string): string {
  const [value, unit] =
    Math.round(ms) < second
      ? [Math.round(ms), 'millisecond']
      : Math.round(ms / 100) * 100 < minute
        ? [ms / second, 'second']
        : Math.round(ms / minute) * minute < hour
          ? [Math.round(ms / minute), 'minute']
          : [ms / hour, 'hour'];
  return inUnits(locale, unit).format(value);
}

const inUnits = memoizeByLocale(
  (locale, unit: string) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    }),
);

import { memoizeByLocale } from '../../i18n/intl.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** A length of time the person's way: '120 ms', '1.2 sec', '14 min', '3.5 hr'. */
export function writeDuration(ms: number, locale: string): string {
  const [value, unit] =
    ms < second
      ? [Math.round(ms), 'millisecond']
      : ms < minute
        ? [ms / second, 'second']
        : ms < hour
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

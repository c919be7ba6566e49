import { memoizeByLocale } from './intl.ts';
import { useFormat } from './use-format.ts';

const formats = memoizeByLocale(
  (locale, unit: 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
);

/**
 * Writes whole seconds in the person's language, in one unit: "5 minutes", "2 hours", "1 day". Rounded up for "within",
 * rounded down for "after", so that what is said is never untrue.
 */
export function useDuration(): (seconds: number, to: 'up' | 'down') => string {
  const { locale } = useFormat();
  return (seconds, to) => {
    const round = to === 'up' ? Math.ceil : Math.floor;
    const minutes = Math.max(1, round(seconds / 60));
    const hours = round(seconds / 3_600);
    if (minutes < 60) return formats(locale, 'minute').format(minutes);
    if (hours < 48 && hours !== 24) return formats(locale, 'hour').format(hours);
    return formats(locale, 'day').format(round(seconds / 86_400));
  };
}

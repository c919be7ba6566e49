import { memoizeByLocale } from './intl.ts';
import { useFormat } from './use-format.ts';

const formats = memoizeByLocale(
  (locale, unit: 'second' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
);

/** Writes whole seconds exactly, in one unit: "20 seconds", "90 seconds", "5 minutes". */
export function useSpan(): (seconds: number) => string {
  const { locale } = useFormat();
  return (seconds) => {
    const isWhole = seconds >= 60 && seconds % 60 === 0;
    const unit = isWhole ? 'minute' : 'second';
    return formats(locale, unit).format(isWhole ? seconds / 60 : seconds);
  };
}

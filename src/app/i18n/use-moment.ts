import { useLingui } from '@lingui/react/macro';
import { useFormat } from './use-format.ts';

export type MomentFormat = {
  /** As short as a row has room for: 'today 10:02', '14 Nov', '14 Nov 2025'. */
  brief: (iso: string) => string;
  /** 'today 10:02', '14 Nov 2025, 10:02'. */
  whole: (iso: string) => string;
};

const formatters = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, options: Intl.DateTimeFormatOptions, at: Date): string {
  const key = `${locale} ${Object.keys(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, known);
  return known.format(at);
}

/** Writes when something was, to the minute where it was today. */
export function useMoment(): MomentFormat {
  const { t } = useLingui();
  const { locale } = useFormat();

  function written(iso: string, otherDay: (at: Date, now: Date) => Intl.DateTimeFormatOptions) {
    const [at, now] = [new Date(iso), new Date()];
    if (at.toDateString() !== now.toDateString()) return format(locale, otherDay(at, now), at);
    const time = format(locale, { timeStyle: 'short' }, at);
    return t`today ${time}`;
  }

  return {
    brief: (iso) =>
      written(iso, (at, now) => ({
        day: 'numeric',
        month: 'short',
        ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
      })),
    whole: (iso) => written(iso, () => ({ dateStyle: 'medium', timeStyle: 'short' })),
  };
}

import { useLingui } from '@lingui/react/macro';
import { useFormat } from './use-format.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, options: Intl.DateTimeFormatOptions, at: Date): string {
  const key = `${locale} ${Object.keys(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, known);
  return known.format(at);
}

/** Writes when something was, as short as a row has room for: 'today 10:02', '14 Nov', '14 Nov 2025'. */
export function useMoment(): (iso: string) => string {
  const { t } = useLingui();
  const { locale } = useFormat();
  return (iso) => {
    const [at, now] = [new Date(iso), new Date()];
    if (at.toDateString() === now.toDateString()) {
      const time = format(locale, { timeStyle: 'short' }, at);
      return t`today ${time}`;
    }
    const day = { day: 'numeric', month: 'short' } as const;
    if (at.getFullYear() === now.getFullYear()) return format(locale, day, at);
    return format(locale, { ...day, year: 'numeric' }, at);
  };
}

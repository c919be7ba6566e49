import { useLingui } from '@lingui/react/macro';

export type Format = {
  /** By which numbers and dates are written. */
  locale: string;
  date: (iso: string) => string;
  time: (iso: string) => string;
  /** 'today 10:02:11' on the same day. */
  dateTime: (iso: string) => string;
  ago: (seconds: number) => string;
};

type Formatters = Record<'date' | 'time' | 'dateTime', Intl.DateTimeFormat>;

// Building an Intl.DateTimeFormat is slow, and most components need the same ones.
const formatters = new Map<string, Formatters>();

function formattersOf(locale: string): Formatters {
  const known = formatters.get(locale);
  if (known) return known;

  const built = {
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
    time: new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }),
    dateTime: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  };
  formatters.set(locale, built);
  return built;
}

/** Writes dates and ages the person's way. */
export function useFormat(): Format {
  const { t, i18n } = useLingui();
  const locale = [i18n.locales ?? i18n.locale].flat()[0] ?? i18n.locale;
  const formats = formattersOf(locale);

  function dateTime(iso: string): string {
    const at = new Date(iso);
    if (at.toDateString() !== new Date().toDateString()) return formats.dateTime.format(at);
    const time = formats.time.format(at);
    return t`today ${time}`;
  }

  function ago(seconds: number): string {
    const minutes = Math.floor(seconds / 60);
    const hours = Math.floor(minutes / 60);
    if (seconds < 1) return t`just now`;
    if (minutes < 1) return t`${seconds} s ago`;
    if (hours < 1) return t`${minutes} min ago`;
    return t`${hours} h ago`;
  }

  return {
    locale,
    date: (iso) => formats.date.format(new Date(iso)),
    time: (iso) => formats.time.format(new Date(iso)),
    dateTime,
    ago,
  };
}

import { useLingui } from '@lingui/react/macro';
import { dateFormat } from './date-format.ts';

export type Format = {
  /** By which numbers and dates are written. */
  locale: string;
  date: (iso: string) => string;
  time: (iso: string) => string;
  /** 'today 10:02:11' on the same day. */
  dateTime: (iso: string) => string;
  ago: (seconds: number) => string;
};

/** Writes dates and ages the person's way. */
export function useFormat(): Format {
  const { t, i18n } = useLingui();
  const locale = [i18n.locales ?? i18n.locale].flat()[0] ?? i18n.locale;

  const written = (at: Date, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, options).format(at);

  function dateTime(iso: string): string {
    const at = new Date(iso);
    if (at.toDateString() !== new Date().toDateString())
      return written(at, { dateStyle: 'medium', timeStyle: 'short' });
    const time = written(at, { timeStyle: 'medium' });
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
    date: (iso) => written(new Date(iso), { dateStyle: 'medium' }),
    time: (iso) => written(new Date(iso), { timeStyle: 'medium' }),
    dateTime,
    ago,
  };
}

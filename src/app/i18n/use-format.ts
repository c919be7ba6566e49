import { useLingui } from '@lingui/react/macro';
import { dateFormat } from './intl.ts';

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

export type MomentFormat = {
  /** As short as a row has room for: 'today 10:02', '14 Nov', '14 Nov 2025'. */
  brief: (iso: string) => string;
  /** 'today 10:02', '14 Nov 2025, 10:02'. */
  whole: (iso: string) => string;
};

/** Writes when something was, to the minute where it was today. */
export function useMoment(): MomentFormat {
  const { t } = useLingui();
  const { locale } = useFormat();

  function written(iso: string, otherDay: (at: Date, now: Date) => Intl.DateTimeFormatOptions) {
    const [at, now] = [new Date(iso), new Date()];
    if (at.toDateString() !== now.toDateString())
      return dateFormat(locale, otherDay(at, now)).format(at);
    const time = dateFormat(locale, { timeStyle: 'short' }).format(at);
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

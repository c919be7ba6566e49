import { useLingui } from '@lingui/react/macro';
import { numberStyle } from '../../money/number-style.ts';
import { formatDate, isThisYear, isToday, today } from './intl.ts';

type Format = {
  /** BCP 47 tag for numbers and dates; it may differ from the language. */
  locale: string;
  date: (iso: string) => string;
  time: (iso: string) => string;
  /** 'today 10:02:11' on the same day, else date and time. */
  dateTime: (iso: string) => string;
  ago: (seconds: number) => string;
  /** A whole number, grouped like amounts. */
  whole: (count: number) => string;
};

/** Formats dates and ages in the person's locale. */
export function useFormat(): Format {
  const { t, i18n } = useLingui();
  const locale = [i18n.locales ?? i18n.locale].flat()[0] ?? i18n.locale;

  const format = (at: Date, options: Intl.DateTimeFormatOptions) => formatDate(at, locale, options);

  function dateTime(iso: string): string {
    const at = new Date(iso);
    if (!isToday(at)) return format(at, { dateStyle: 'medium', timeStyle: 'short' });
    const time = format(at, { timeStyle: 'medium' });
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
    date: (iso) => format(new Date(iso), { dateStyle: 'medium' }),
    time: (iso) => format(new Date(iso), { timeStyle: 'medium' }),
    dateTime,
    ago,
    whole: (count) => numberStyle(locale).writeWhole(BigInt(count)),
  };
}

type MomentFormat = {
  /** To the second: 'today 10:02:11', '14 Nov 2025, 10:02:11'. */
  exact: (iso: string) => string;
  /** Short, for table rows: 'today 10:02', '14 Nov', '14 Nov 2025'. */
  brief: (iso: string) => string;
  /** 'today 10:02', '14 Nov 2025, 10:02'. */
  whole: (iso: string) => string;
};

/** Formats a moment, to the minute or the second. */
export function useMoment(): MomentFormat {
  const { t } = useLingui();
  const { locale } = useFormat();

  function written(
    iso: string,
    otherDay: (at: Date) => Intl.DateTimeFormatOptions,
    timeStyle: 'short' | 'medium' = 'short',
  ) {
    const at = new Date(iso);
    if (!isToday(at)) return formatDate(at, locale, otherDay(at));
    const time = formatDate(at, locale, { timeStyle });
    return t`today ${time}`;
  }

  return {
    exact: (iso) => written(iso, () => ({ dateStyle: 'medium', timeStyle: 'medium' }), 'medium'),
    brief: (iso) =>
      written(iso, (at) => ({
        day: 'numeric',
        month: 'short',
        ...(!isThisYear(at) && { year: 'numeric' }),
      })),
    whole: (iso) => written(iso, () => ({ dateStyle: 'medium', timeStyle: 'short' })),
  };
}

/** Formats an instant for paper and for other people: day, second and time zone. */
export function useStamp(): (iso: string) => string {
  const { locale } = useFormat();
  return (iso) => formatDate(new Date(iso), locale, { dateStyle: 'long', timeStyle: 'long' });
}

type DayIn = (iso: string, zone: string, more?: Intl.DateTimeFormatOptions) => string;

/** Formats the day of a moment in an IANA zone: 'Thursday, December 31', with the year if it is another one. */
export function useDayIn(): DayIn {
  const { locale } = useFormat();
  return (iso, zone, more) => {
    const [at, timeZone] = [new Date(iso), isKnownZone(zone) ? zone : 'UTC'];
    // Sweden writes a year first, as `today` does.
    const year = formatDate(at, 'sv', { timeZone, year: 'numeric' });
    return formatDate(at, locale, {
      ...{ timeZone, weekday: 'long', month: 'long', day: 'numeric' },
      ...(!today().startsWith(year) && { year: 'numeric' }),
      ...more,
    });
  };
}

/** False for a zone that this runtime does not know, whose rules may be older than the server's. */
export function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

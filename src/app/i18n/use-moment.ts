import { useLingui } from '@lingui/react/macro';
import { dateFormat } from './date-format.ts';
import { useFormat } from './use-format.ts';

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

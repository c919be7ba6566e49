import { useFormat } from '../../../i18n/use-format.ts';

/** Writes a point in time for paper and for others: the day, the second and the time zone. */
export function useStamp(): (iso: string) => string {
  const { locale } = useFormat();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long' });
  return (iso) => format.format(new Date(iso));
}

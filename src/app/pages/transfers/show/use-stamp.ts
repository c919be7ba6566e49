import { dateFormat } from '../../../i18n/intl.ts';
import { useFormat } from '../../../i18n/use-format.ts';

/** Writes a point in time for paper and for others: the day, the second and the time zone. */
export function useStamp(): (iso: string) => string {
  const { locale } = useFormat();
  return (iso) =>
    dateFormat(locale, { dateStyle: 'long', timeStyle: 'long' }).format(new Date(iso));
}

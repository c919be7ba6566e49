import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Occurrence } from '../../contract/api/order-days.ts';
import { wallMs } from '../../contract/api/zone-time.ts';
import { formatDate, serverTime } from '../i18n/intl.ts';
import { words } from '../i18n/trans.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Drawing } from '../ui/icon.tsx';
import { cityOf } from './use-order-days.ts';
import { type Counted, datesOf, type When } from './when.ts';
import styles from './when-fields.module.css';

type NextDatesProps = { when: When; counted: Counted };

const shownDates = 3;

/** The first dates in words, with what the calendar or the clocks make of them. Read out when they change. */
export function NextDates({ when, counted }: NextDatesProps) {
  const { day, time } = useCalendarWords();
  const dates = datesOf(when, counted, shownDates);
  const at = time(when.time);
  const place = words(cityOf(counted.zone));
  return (
    <div aria-live="polite">
      {dates.length > 0 && (
        <>
          <p className={styles.hint}>
            {when.kind === 'once' ? (
              <Trans>
                Sent at {at}, {place} time
              </Trans>
            ) : (
              <Trans>
                Next dates, at {at}, {place} time
              </Trans>
            )}
          </p>
          <ol className={styles.dates}>
            {dates.map((date) => (
              <li key={date.number} className={styles.date}>
                <Drawing path={calendar} size={18} />
                <span>
                  <span className={styles.day}>{day(date.day)}</span>
                  <Traps date={date} first_day={counted.since?.first_day ?? when.first_day} />
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

const calendar = 'M2.5 3.7h11v10h-11ZM2.5 7h11M5.5 2v3M10.5 2v3';

type TrapsProps = { date: Occurrence; first_day: string };

/** What a date has that its rule does not say. */
function Traps({ date, first_day }: TrapsProps): ReactNode {
  const { day, time } = useCalendarWords();
  const { shown, clock, isLastDay } = date;
  const number = Number(first_day.slice(-2));
  const at = time(shown.time);
  const other = words(day(shown.day));
  return (
    <>
      {isLastDay && (
        <small className={styles.note}>
          <Trans>This month has no day {number}, so we send on its last day.</Trans>
        </small>
      )}
      {clock === 'left-out' && (
        <small className={styles.note}>
          {shown.day === date.day ? (
            <Trans>Clocks go forward that day, so we send at {at}.</Trans>
          ) : (
            <Trans>
              This time is left out there, so we send on {other} at {at}.
            </Trans>
          )}
        </small>
      )}
      {clock === 'twice' && (
        <small className={styles.note}>
          <Trans>Clocks go back then. We send the first time they show {at}.</Trans>
        </small>
      )}
    </>
  );
}

const soonMs = 300 * 86_400_000;

/** Days and times of the calendar in words, in no time zone. */
export function useCalendarWords() {
  const { locale } = useFormat();
  const format = (at: number, options: Intl.DateTimeFormatOptions) =>
    formatDate(new Date(at), locale, { timeZone: 'UTC', ...options });
  return {
    /** With the year if that is not the next time that this day comes. */
    day(day: string) {
      const at = wallMs({ day, time: '00:00' });
      const isFar = Math.abs(at - serverTime().getTime()) > soonMs;
      const year = isFar && ({ year: 'numeric' } as const);
      return format(at, { weekday: 'long', day: 'numeric', month: 'long', ...year });
    },
    /** '' for a text that is no time. */
    time(time: string) {
      const at = wallMs({ day: '2000-01-01', time });
      return Number.isNaN(at) ? '' : format(at, { timeStyle: 'short' });
    },
  };
}

import { useLingui } from '@lingui/react/macro';
import type { Order, OrderTerms } from '../../contract/api/order.ts';
import { nextDates, type Occurrence, type OrderDays } from '../../contract/api/order-days.ts';
import { missedAfterMs } from '../../contract/api/order-states.ts';
import { maxDaysAhead } from '../../contract/api/scheduled-order.ts';
import { dayMs } from '../../contract/api/zone-time.ts';
import { isCalendarDay } from '../../contract/birthdate.ts';
import { readAmount } from '../../money/read-amount.ts';
import type { ApiError } from '../api/api-error.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { serverTime } from '../i18n/intl.ts';
import { isKnownZone, useFormat } from '../i18n/use-format.ts';
import { useMoney } from '../i18n/use-money.ts';

export type OrderKind = OrderTerms['kind'];

/** When an order is sent, as a person fills it in. */
export type When = {
  kind: OrderKind;
  /** YYYY-MM-DD and HH:MM, as native inputs have them; '' while they are not whole. */
  first_day: string;
  time: string;
  ends: 'never' | 'on' | 'after';
  ends_on: string;
  ends_after: string;
  /** The least that may arrive, as typed; '' for any. */
  floor: string;
};

/** What is wrong with it, a sentence by field. */
export type Faults = Partial<
  Record<'first_day' | 'time' | 'ends_on' | 'ends_after' | 'floor', string>
>;

type Reading = { terms: OrderTerms; faults?: never } | { terms?: never; faults: Faults };

/** From where the days of an order go on to be counted, whose kind and next day stay as they are. */
type Since = {
  first_day: string;
  first_occurrence: number;
  /** The one that it waits for: what is before it was sent, skipped or missed. */
  occurrence: number;
  /** How many are before the next one: they count where it ends after a number of transfers. */
  passed: number;
  /** The days ahead that are skipped. */
  skipped: readonly string[];
  /** Whether a day that is due and not sent yet is one of them. */
  keepsDue: boolean;
};

/** Where days are counted. */
export type Counted = { zone: string; since?: Since | undefined };

/** The days of it, for counting; null while day or time are missing. */
function daysOf(when: When, { zone, since }: Counted): OrderDays | null {
  const { kind, time } = when;
  const first_day = since?.first_day ?? when.first_day;
  if (!isCalendarDay(first_day) || !/^\d\d:\d\d$/.test(time)) return null;
  const after = Number(when.ends_after);
  const repeats = kind !== 'once';
  return {
    ...{ kind, first_day, time, zone },
    ...(since && { first_occurrence: since.first_occurrence }),
    ...(repeats && when.ends === 'on' && { ends_on: when.ends_on }),
    ...(repeats &&
      when.ends === 'after' &&
      after > 0 && { ends_after: after + (since?.passed ?? 0) }),
  };
}

/**
 * Its first dates, or the next ones of an order whose days go on; none of days that have passed, or in a zone that this
 * browser is too old for: the server counts those, and refuses what has passed.
 * @param count at most so many
 */
export function datesOf(when: When, counted: Counted, count: number): Occurrence[] {
  const days = daysOf(when, counted);
  const now = serverTime().getTime();
  if (!days || !isKnownZone(counted.zone)) return [];
  if (counted.since) {
    const { skipped, occurrence, keepsDue } = counted.since;
    // One that is later than that is missed.
    const from = keepsDue ? now - missedAfterMs + 1 : now + 1;
    const found = nextDates(days, from, count + skipped.length, occurrence);
    return found.filter(({ day }) => !skipped.includes(day)).slice(0, count);
  }
  // From the first day on, whatever the time is: a first day that has passed is refused.
  const found = nextDates(days, 0, count);
  return found[0] && found[0].at > now ? found : [];
}

/**
 * Whether an order is what a press asked for whose answer was lost. Its zone is the same whatever name the server has
 * for it, because it is not asked for.
 */
export function isAsAsked({ kind, days, floor }: Order, asked: OrderTerms): boolean {
  const figures = ({ first_day, time, ends_on, ends_after }: OrderTerms['days']) =>
    JSON.stringify([first_day, time, ends_on ?? null, ends_after ?? null]);
  if (kind !== asked.kind || days === null) return false;
  return figures(days) === figures(asked.days) && floor === (asked.floor ?? null);
}

/**
 * The least that may arrive in subunits: null for any, undefined for a text that is no amount.
 * @param divisor subunits of a unit of its currency
 */
export function readFloor(
  text: string,
  divisor: bigint,
  locale: string,
): bigint | null | undefined {
  if (text.trim() === '') return null;
  const reading = readAmount(text, divisor, locale);
  if (!reading.ok) return undefined;
  return reading.subunits > 0n ? reading.subunits : null;
}

const maxTimes = 1_000;

/**
 * Returns a function that reads what was filled in, and names what is wrong.
 * @param currency of the least that may arrive
 */
export function useReadWhen(currency: string): (when: When, counted: Counted) => Reading {
  const { t } = useLingui();
  const { locale, whole } = useFormat();
  const { divisor = () => undefined } = useMoney();

  function faultsOf(when: When, counted: Counted): Faults {
    const faults: Faults = {};
    const now = serverTime().getTime();
    const isPast =
      isKnownZone(counted.zone) && datesOf({ ...when, ends: 'never' }, counted, 1).length === 0;
    if (!isCalendarDay(when.first_day)) faults.first_day = t`Choose a day.`;
    else if (isPast && when.time !== '')
      faults.first_day = t`This is in the past. Choose a later day.`;
    else if (Date.parse(when.first_day) > now + maxDaysAhead * dayMs) {
      faults.first_day = t`Choose a day in the next 5 years.`;
    }
    if (when.time === '') faults.time = t`Choose a time.`;
    if (when.kind !== 'once') Object.assign(faults, endFaults(when, counted));
    const floor = readFloor(when.floor, divisor(currency) ?? 1n, locale);
    if (floor === undefined) faults.floor = t`Enter an amount, or leave it empty.`;
    return faults;
  }

  function endFaults({ ends, ends_on, ends_after, first_day }: When, { since }: Counted): Faults {
    if (ends === 'on' && !isCalendarDay(ends_on)) return { ends_on: t`Choose a last day.` };
    if (ends === 'on' && ends_on < first_day) {
      return { ends_on: t`The last day can’t be before the first.` };
    }
    const maxLeft = maxTimes - (since?.passed ?? 0);
    const most = whole(maxLeft);
    const isCount = /^\d+$/.test(ends_after) && Number(ends_after) >= 1;
    return ends === 'after' && (!isCount || Number(ends_after) > maxLeft)
      ? { ends_after: t`Enter a number from 1 to ${most}.` }
      : {};
  }

  return (when, counted) => {
    const faults = faultsOf(when, counted);
    const { kind, time, ends, ends_on, ends_after } = when;
    const { zone, since } = counted;
    const first_day = since?.first_day ?? when.first_day;
    if (Object.keys(faults).length > 0) return { faults };
    const repeats = kind !== 'once';
    const end = {
      ends_on: repeats && ends === 'on' ? ends_on : null,
      ends_after: repeats && ends === 'after' ? Number(ends_after) + (since?.passed ?? 0) : null,
    };
    const floor = readFloor(when.floor, divisor(currency) ?? 1n, locale) ?? null;
    return { terms: { kind, days: { first_day, time, zone, ...end }, floor } };
  };
}

/** What the server refuses of the fields, in our words: at the fields, and the rest as sentences. */
type Refused = { faults: Faults; rest: string[] };

/** Whether the fields that are filled in have this one; each kind of end has its own. */
function isShown(field: string, { kind, ends }: When): boolean {
  if (field === 'ends_on') return kind !== 'once' && ends === 'on';
  return field !== 'ends_after' || (kind !== 'once' && ends === 'after');
}

/** Returns a function that puts the server's messages at the fields that they are about, if these are shown. */
export function useRefusedFields(): (error: ApiError, when: When) => Refused {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();

  function faultOf(field: string, said: string): Faults | string {
    switch (field) {
      case 'days.first_day':
        if (said.includes('too soon')) {
          return { first_day: t`This is too soon to stop it first. Choose a later time.` };
        }
        return said.includes('past')
          ? { first_day: t`This is in the past. Choose a later day.` }
          : { first_day: t`Choose another day.` };
      case 'days.ends_on':
        return { ends_on: t`The last day can’t be before the first.` };
      case 'days.ends_after':
        return { ends_after: t`This leaves no transfer. Enter a higher number.` };
      case 'floor':
        return { floor: t`Enter an amount, or leave it empty.` };
      case 'days.zone':
        return t`We don’t know the time zone of your device. Choose another one there.`;
      case 'day':
        return t`This day was already sent or skipped.`;
      case 'id':
        return t`You have too many scheduled transfers. Stop one first.`;
      default:
        return t`Some fields need to be corrected.`;
    }
  }

  return (error, when) => {
    const found = Object.entries(error.fieldErrors).map(([name, [said = '']]) =>
      faultOf(name.replace(/^instead\./, ''), said),
    );
    const all: Faults = Object.assign({}, ...found.filter((one) => typeof one !== 'string'));
    const [shown, hidden] = [true, false].map((is) =>
      Object.entries(all).filter(([field]) => isShown(field, when) === is),
    );
    const faults: Faults = Object.fromEntries(shown ?? []);
    const said = found.filter((one) => typeof one === 'string');
    const rest = [...said, ...(hidden ?? []).map(([, sentence]) => sentence)];
    return { faults, rest: found.length > 0 ? rest : [failureMessage(error)] };
  };
}

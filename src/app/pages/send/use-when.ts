import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { dayAfter } from '../../../contract/api/zone-time.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import { today } from '../../i18n/intl.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import type { Faults, OrderKind, When } from '../../orders/when.ts';
import { paths } from '../../router/paths.ts';
import { type CheckSearch, maxFieldLength } from './send-search.ts';

export type WhenDraft = {
  isNow: boolean;
  /** As filled in, also while the choice is Now. */
  when: When;
  faults: Faults;
  setFaults: (faults: Faults) => void;
  choose: (kind: OrderKind | 'now') => void;
  /** @param floor the part's least that may arrive in subunits; undefined for none, or none that can be read */
  change: (part: Partial<When>, floor: bigint | undefined) => void;
  /** The address's parameters with what is filled in. */
  here: CheckSearch;
};

/** When the transfer is sent. Each change is written to the address, so that a reload and Back keep it. */
export function useWhen(search: CheckSearch): WhenDraft {
  const navigate = useNavigate();
  const { divisor } = useMoney();
  const { locale } = useFormat();
  const [faults, setFaults] = useState<Faults>({});
  const [filled, setFilled] = useState<Filled>(() => ({
    ...{ isNow: search.when === undefined, floor: search.floor },
    when: whenIn(search, (subunits) =>
      writeAmount(subunits, divisor(search.destination_amount_currency) ?? 1n, locale),
    ),
  }));
  // Not rendered yet where several fields take at once what was entered before hydration.
  const latest = useRef(filled);

  function fill(part: Partial<Filled>) {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setFilled(next);
    // Without revalidation the navigation completes synchronously, and nothing is read again.
    const how = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false };
    void navigate(paths.send(hereOf(search, next)), how);
  }

  return {
    ...{ isNow: filled.isNow, when: filled.when, faults, setFaults },
    here: hereOf(search, filled),
    choose(kind) {
      setFaults({});
      const { when } = latest.current;
      fill(kind === 'now' ? { isNow: true } : { isNow: false, when: { ...when, kind } });
    },
    change(part, floor) {
      const { when: before } = latest.current;
      const when = { ...before, ...part };
      // What is typed anew is not what was refused.
      setFaults((left) => withoutChanged(left, before, when));
      fill({ when, ...(part.floor !== undefined && { floor: floor?.toString() }) });
    },
  };
}

type Filled = Pick<WhenDraft, 'isNow' | 'when'> & { floor: string | undefined };

function whenIn(search: CheckSearch, write: (subunits: bigint) => string): When {
  const { when, first_day, time, ends_on, ends_after, floor } = search;
  return {
    kind: when ?? 'once',
    first_day: first_day ?? dayAfter(today()),
    time: time ?? '09:00',
    ends: ends_on !== undefined ? 'on' : ends_after !== undefined ? 'after' : 'never',
    ends_on: ends_on ?? '',
    ends_after: ends_after ?? '',
    floor: floor === undefined ? '' : write(BigInt(floor)),
  };
}

function hereOf(search: CheckSearch, { isNow, when, floor }: Filled): CheckSearch {
  const repeats = !isNow && when.kind !== 'once';
  return {
    ...search,
    when: isNow ? undefined : when.kind,
    first_day: isNow ? undefined : when.first_day,
    time: isNow ? undefined : when.time,
    ends_on: repeats && when.ends === 'on' ? when.ends_on : undefined,
    ends_after:
      repeats && when.ends === 'after' ? when.ends_after.slice(0, maxFieldLength) : undefined,
    floor: isNow ? undefined : floor,
  };
}

function withoutChanged(faults: Faults, before: When, next: When): Faults {
  const left = Object.entries(faults).filter(([name]) => isSame(name, before, next));
  return Object.fromEntries(left);
}

/** A day may be refused because of its time, and an end because of the first day. */
function isSame(name: string, before: When, next: When): boolean {
  const isDay = before.first_day === next.first_day;
  if (name === 'first_day') return isDay && before.time === next.time;
  if (name === 'time') return before.time === next.time;
  if (name === 'floor') return before.floor === next.floor;
  return isDay && before.ends_on === next.ends_on && before.ends_after === next.ends_after;
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useIsMutating } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { dayMs } from '../../../contract/api/zone-time.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import { optionalPart } from '../../hydration/optional-part.ts';
import { today } from '../../i18n/intl.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { ChoiceGrid } from '../../orders/choice-grid.tsx';
import type { Faults, OrderKind, When } from '../../orders/when.ts';
import { paths } from '../../router/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';
import { type CheckSearch, scheduleKey } from './send-search.ts';

// Most transfers are sent now: the rest comes when another choice is made, or is in the address.
const later = () => import('./schedule.tsx');
const ScheduleFields = lazy(() =>
  later().then(
    (it) => ({ default: it.ScheduleFields }),
    () => ({ default: NotLoaded }),
  ),
);
const SchedulePress = optionalPart(() => later().then((it) => it.SchedulePress));

export type WhenDraft = {
  isNow: boolean;
  /** As filled in, also while the choice is Now. */
  when: When;
  faults: Faults;
  setFaults: (faults: Faults) => void;
  choose: (kind: OrderKind | 'now') => void;
  /** @param floor the least that may arrive in subunits; undefined for none, or none that can be read */
  change: (when: When, floor: bigint | undefined) => void;
  /** The address's parameters with what is filled in. */
  here: CheckSearch;
};

/** When the transfer is sent. Each change is written to the address, so that a reload and Back keep it. */
export function useWhen(search: CheckSearch): WhenDraft {
  const navigate = useNavigate();
  const { divisor } = useMoney();
  const { locale } = useFormat();
  const [isNow, setNow] = useState(search.when === undefined);
  const [floor, setFloor] = useState(search.floor);
  const [faults, setFaults] = useState<Faults>({});
  const [when, setWhen] = useState(() =>
    whenIn(search, (subunits) =>
      writeAmount(subunits, divisor(search.destination_amount_currency) ?? 1n, locale),
    ),
  );

  function write(next: CheckSearch) {
    // Without revalidation the navigation completes synchronously, and nothing is read again.
    const how = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false };
    void navigate(paths.send(next), how);
  }

  return {
    ...{ isNow, when, faults, setFaults },
    here: hereOf(search, isNow, when, floor),
    choose(kind) {
      const next = kind === 'now' ? when : { ...when, kind };
      setNow(kind === 'now');
      setWhen(next);
      setFaults({});
      write(hereOf(search, kind === 'now', next, floor));
    },
    change(next, least) {
      const text = least?.toString();
      setWhen(next);
      setFloor(text);
      // What is typed anew is not what was refused.
      setFaults(withoutChanged(faults, when, next));
      write(hereOf(search, isNow, next, text));
    },
  };
}

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

const dayAfter = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);

function hereOf(
  search: CheckSearch,
  isNow: boolean,
  when: When,
  floor: string | undefined,
): CheckSearch {
  const repeats = !isNow && when.kind !== 'once';
  return {
    ...search,
    when: isNow ? undefined : when.kind,
    first_day: isNow ? undefined : when.first_day,
    time: isNow ? undefined : when.time,
    ends_on: repeats && when.ends === 'on' ? when.ends_on : undefined,
    ends_after: repeats && when.ends === 'after' ? when.ends_after : undefined,
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

type WhenPartProps = {
  draft: WhenDraft;
  /** What arrives by the estimate, in subunits; undefined without one. */
  gets: bigint | undefined;
};

/** Now, on a day, every week or every month; with anything but now also the days. */
export function WhenPart({ draft, gets }: WhenPartProps) {
  const { t } = useLingui();
  // What was pressed is not changed while its answer is under way.
  const isPressed = useIsMutating({ mutationKey: ['send', draft.here.key] }) > 0;
  const isScheduling = useIsMutating({ mutationKey: scheduleKey(draft.here.key) }) > 0;
  return (
    <Card as="section">
      <Stack>
        <ChoiceGrid
          label={<Trans>When</Trans>}
          value={draft.isNow ? 'now' : draft.when.kind}
          options={[
            { value: 'now', label: t({ message: 'Now', context: 'when to send' }) },
            { value: 'once', label: t`On a day` },
            { value: 'weekly', label: t`Every week` },
            { value: 'monthly', label: t`Every month` },
          ]}
          onChange={draft.choose}
          disabled={isPressed || isScheduling}
        />
        {!draft.isNow && (
          <Suspense fallback={<Skeleton lines={6} />}>
            <ScheduleFields draft={draft} gets={gets} />
          </Suspense>
        )}
      </Stack>
    </Card>
  );
}

/** The button that schedules, in place of Send. */
export function LaterPress(props: ComponentProps<typeof SchedulePress>) {
  return (
    <Suspense fallback={null}>
      <SchedulePress {...props} />
    </Suspense>
  );
}

function NotLoaded() {
  return (
    <Notice tone="stop" role="alert" title={<Trans>This part could not be loaded</Trans>}>
      <p>
        <Trans>Nothing was scheduled. Reload the page, or send now.</Trans>
      </p>
    </Notice>
  );
}

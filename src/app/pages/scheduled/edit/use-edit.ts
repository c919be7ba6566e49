import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { OrderTerms } from '../../../../contract/api/order.ts';
import { keepsDue } from '../../../../contract/api/order-days.ts';
import { isOpenOrder } from '../../../../contract/api/order-states.ts';
import type { ScheduledOrder } from '../../../../contract/api/scheduled-order.ts';
import type { TransferRequest } from '../../../../contract/api/transfer.ts';
import { dayAfter } from '../../../../contract/api/zone-time.ts';
import { readAmount } from '../../../../money/read-amount.ts';
import { writeAmount } from '../../../../money/write-amount.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { isFailure } from '../../../api/api-error.ts';
import { sendKeys } from '../../../api/query-keys.ts';
import { quoteQuery } from '../../../api/quotes.ts';
import {
  replaceDay,
  rescheduleOrder,
  scheduledKey,
  scheduledOrderQuery,
} from '../../../api/scheduled-orders.ts';
import { sessionQuery } from '../../../api/session.ts';
import { sessionDraft } from '../../../form/session-draft.ts';
import { useDebouncedValue } from '../../../form/use-debounced-value.ts';
import { serverTime, today } from '../../../i18n/intl.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { useOrderPress } from '../../../orders/use-order-press.ts';
import { isAsAsked, type When } from '../../../orders/when.ts';
import { paths } from '../../../router/paths.ts';

const whenDraft = z.object({
  kind: z.enum(['once', 'weekly', 'monthly']),
  ...{ first_day: z.string(), time: z.string(), ends_on: z.string(), ends_after: z.string() },
  ends: z.enum(['never', 'on', 'after']),
  floor: z.string(),
});

const editDraft = z.object({
  /** Of the order that it changes: what came first since is not replaced unseen. */
  revision: z.int(),
  /** The day that the address named. */
  opened: z.string(),
  /** The day that alone is changed; '' for all from the next one on. */
  day: z.string(),
  /** What is sent, as typed. */
  amount: z.string(),
  all: whenDraft,
  one: whenDraft,
  /** The id of the transfer in place of one day: a repeated press makes no second one. */
  id: z.string(),
});
type EditDraft = z.infer<typeof editDraft>;

/**
 * What is filled in, kept in this tab until it is saved: a proof at a provider leaves the page. It is gone when the
 * order is another one by then, or the address names another day.
 */
export function useEditDraft(order: ScheduledOrder, day: string) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { divisor } = useMoney();
  const { locale } = useFormat();
  const stored = sessionDraft(editDraft, 'order', user.id, [order.id]);
  const write = (subunits: bigint, currency: string) =>
    writeAmount(subunits, divisor(currency) ?? 1n, locale);
  const [draft, setDraft] = useState(() => {
    const kept = stored.read();
    const isOfThis = kept?.revision === order.revision && [kept.opened, kept.day].includes(day);
    return kept && isOfThis ? kept : draftOf(order, day, write);
  });
  /** Of the latest: fields take at once what was entered before hydration, and the person types after a press. */
  function change(partOf: (latest: EditDraft) => Partial<EditDraft>) {
    setDraft((latest) => {
      const next = { ...latest, ...partOf(latest) };
      stored.keep(next);
      return next;
    });
  }
  return {
    ...{ draft, change },
    // One day alone has none, also if both were chosen before the page was alive.
    changeKind: (kind: When['kind']) => change(({ all }) => ({ all: { ...all, kind } })),
    changeWhen: (part: Partial<When>) =>
      change(({ day, all, one }) =>
        day === ''
          ? { all: { ...all, ...part }, one: following(one, all, part) }
          : { one: { ...one, ...part } },
      ),
    /** Goes on with the order as it is since. What was not typed follows it. */
    rebase: (before: ScheduledOrder, now: ScheduledOrder) =>
      change(({ all }) => ({ all: rebased(all, before, now), revision: now.revision })),
    drop: stored.drop,
  };
}

/** One day alone has the time and the minimum that were typed for all, until it has its own. */
const following = (one: When, all: When, { time, floor }: Partial<When>): When => ({
  ...one,
  ...(time !== undefined && one.time === all.time && { time }),
  ...(floor !== undefined && one.floor === all.floor && { floor }),
});

/** A day that came first is not the first day of what is saved then, and no more one of those that are left. */
function rebased(all: When, before: ScheduledOrder, now: ScheduledOrder): When {
  const [was, is] = [firstSent(before)?.day, firstSent(now)?.day];
  const isSame = before.kind === now.kind && before.days?.first_day === now.days?.first_day;
  const isNext = isSame && is !== undefined && all.first_day === was;
  return {
    ...all,
    ...(isNext && { first_day: is }),
    ...(isNext && all.ends_after === leftOf(before) && { ends_after: leftOf(now) }),
  };
}

function draftOf(
  order: ScheduledOrder,
  day: string,
  write: (subunits: bigint, currency: string) => string,
): EditDraft {
  const { floor, days, kind, next } = order;
  const first = firstSent(order);
  const all: When = {
    kind: kind === 'held' ? 'once' : kind,
    first_day: first?.day ?? dayAfter(today()),
    time: days?.time ?? '09:00',
    ends: days?.ends_on ? 'on' : days?.ends_after ? 'after' : 'never',
    ends_on: days?.ends_on ?? '',
    ends_after: leftOf(order),
    floor: floor === null ? '' : write(floor, order.destination_amount_currency),
  };
  const found = next.find((one) => one.day === day);
  return {
    ...{ revision: order.revision, opened: day },
    day: kind === 'once' ? '' : (found?.day ?? ''),
    amount: write(order.source_amount_cents, order.source_amount_currency),
    all,
    one: { ...all, kind: 'once', ends: 'never', first_day: found?.day ?? all.first_day },
    id: crypto.randomUUID(),
  };
}

/** The first day of an order that is sent if all from here is changed: not one that may have been sent before. */
export function firstSent(order: ScheduledOrder) {
  if (keepsDue(order)) return order.next[0];
  return order.next.find(({ at }) => Date.parse(at) > serverTime().getTime());
}

/** How many days of an order are before its next one, of those that it counts. */
export const passedOf = (order: ScheduledOrder) =>
  (firstSent(order)?.number ?? order.occurrence) - order.first_occurrence;

/** How many transfers are left of an order that ends after a number of them, as it is typed. */
const leftOf = (order: ScheduledOrder) =>
  order.days?.ends_after ? `${order.days.ends_after - passedOf(order)}` : '';

/** The amount as typed, in subunits: null for a text that is none; and the estimate of it. */
export function useTypedAmount(order: ScheduledOrder, text: string, account: DestinationAccount) {
  const { divisor } = useMoney();
  const { locale } = useFormat();
  const { source_amount_currency, destination_amount_currency } = order;
  const reading = readAmount(text, divisor(source_amount_currency) ?? 1n, locale);
  const cents = reading.ok && reading.subunits > 0n ? reading.subunits : null;
  const settled = useDebouncedValue(cents, 300);
  const country_id = account.country?.id;
  const { data: quote } = useQuery({
    ...quoteQuery({
      ...{ source_amount_currency, destination_amount_currency, country_id: country_id ?? '' },
      source_amount_cents: settled?.toString(),
    }),
    enabled: settled !== null && country_id !== undefined,
  });
  return { cents, quote: settled === cents ? quote : undefined };
}

export type AskedChange = {
  transfer: TransferRequest;
  terms: OrderTerms;
  /** The day that alone is changed; '' for all. */
  day: string;
  /** Of the transfer in its place. */
  id: string;
};

/** What the person is told instead of that it was saved. */
export type Conflict = {
  before: ScheduledOrder;
  now: ScheduledOrder;
  /** A press before, whose answer was lost, may have saved what it asked for. */
  isInDoubt: boolean;
};

/** Saves what is filled in. What somebody else changed first is read, and told beside it. */
export function useSave(
  base: ScheduledOrder,
  on: {
    saved: () => void;
    error: (error: Error) => void;
    /** The order as the person is told of it, which the next press replaces. */
    changed: (now: ScheduledOrder) => void;
  },
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [conflict, setConflict] = useState<Conflict>();

  function saved() {
    on.saved();
    void client.invalidateQueries({ queryKey: scheduledKey });
    void client.invalidateQueries({ queryKey: sendKeys.all });
    void navigate(paths.scheduled(), { replace: true, state: { saved: true } });
  }

  const save = useOrderPress(['edit-order', base.id], call, {
    success({ order, instead = order }) {
      if (isOpenOrder(instead.state)) return saved();
      // Of an earlier press, and it has ended since.
      setConflict({ before: base, now: instead, isInDoubt: true });
    },
    async error(error, asked, isAfterLost) {
      on.error(error);
      const { destination_account_id } = base;
      void client.invalidateQueries({ queryKey: accountQuery(destination_account_id).queryKey });
      // An earlier press, whose answer was lost, put another transfer in the place of that day.
      const isMade = isFailure(error, 'key-reused');
      if (!isMade && !isAfterLost && !isFailure(error, 'order-changed')) return;
      const now = await readSaved(asked, isMade);
      if (now === null || (now.id === base.id && now.revision === base.revision)) return;
      if (!isMade && isSaved(now, base, asked)) return saved();
      save.endDoubt();
      // Only a press before can have made a transfer in the place of a day.
      setConflict({ before: base, now, isInDoubt: isAfterLost || now.id !== base.id });
      if (now.id === base.id) on.changed(now);
    },
  });

  /** What a press before may have saved: the transfer in the place of one day, or else the order. Null if unknown. */
  async function readSaved({ day, id }: AskedChange, isMade: boolean) {
    const read = (key: string) => client.fetchQuery(scheduledOrderQuery(key));
    try {
      return await read(day === '' ? base.id : id);
    } catch (error) {
      const isNone = day !== '' && !isMade && isFailure(error, 'not-found');
      return isNone ? read(base.id).catch(() => null) : null;
    }
  }

  function call({ transfer, terms, day, id }: AskedChange) {
    const { revision } = base;
    return day === ''
      ? rescheduleOrder(base.id, { revision, ...transfer, ...terms })
      : replaceDay(base.id, { revision, day, instead: { id, ...transfer, ...terms } });
  }

  return {
    ...save,
    conflict: save.pending ? undefined : conflict,
    press(asked: AskedChange) {
      setConflict(undefined);
      save.press(asked);
    },
  };
}

/**
 * Whether an order is as a press asked for whose answer was lost, and is sent so, or just being sent, which keeps the
 * revision: one that asks or is paused is not.
 */
function isSaved(now: ScheduledOrder, base: ScheduledOrder, { transfer, terms }: AskedChange) {
  const { destination_account_fingerprint: fingerprint, source_amount_cents } = transfer;
  return (
    (now.state === 'releasing' || (now.state === 'waiting' && now.waits_for !== 'person')) &&
    (now.id !== base.id || now.revision === base.revision + 1) &&
    now.destination_account_fingerprint === fingerprint &&
    now.source_amount_cents === source_amount_cents &&
    isAsAsked(now, terms)
  );
}

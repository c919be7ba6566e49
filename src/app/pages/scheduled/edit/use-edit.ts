import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { OrderTerms } from '../../../../contract/api/order.ts';
import type { ScheduledOrder } from '../../../../contract/api/scheduled-order.ts';
import type { TransferRequest } from '../../../../contract/api/transfer.ts';
import { dayMs } from '../../../../contract/api/zone-time.ts';
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
import { today } from '../../../i18n/intl.ts';
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

/** What is filled in, kept in this tab until it is saved: a proof at a provider leaves the page. */
export function useEditDraft(order: ScheduledOrder, day: string) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { divisor } = useMoney();
  const { locale } = useFormat();
  const stored = sessionDraft(editDraft, 'order', user.id, [order.id]);
  const write = (subunits: bigint, currency: string) =>
    writeAmount(subunits, divisor(currency) ?? 1n, locale);
  const [draft, setDraft] = useState(() => stored.read() ?? draftOf(order, day, write));
  return {
    draft,
    change(part: Partial<EditDraft>) {
      const next = { ...draft, ...part };
      setDraft(next);
      stored.keep(next);
    },
    drop: stored.drop,
  };
}

function draftOf(
  order: ScheduledOrder,
  day: string,
  write: (subunits: bigint, currency: string) => string,
): EditDraft {
  const { floor, days, kind, next } = order;
  const [first] = next;
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
    day: kind === 'once' ? '' : (found?.day ?? ''),
    amount: write(order.source_amount_cents, order.source_amount_currency),
    all,
    one: { ...all, kind: 'once', ends: 'never', first_day: found?.day ?? all.first_day },
    id: crypto.randomUUID(),
  };
}

/** How many days of an order are before its next one, of those that it counts. */
export const passedOf = ({ next: [first], occurrence, first_occurrence }: ScheduledOrder) =>
  (first?.number ?? occurrence) - first_occurrence;

/** How many transfers are left of an order that ends after a number of them, as it is typed. */
const leftOf = (order: ScheduledOrder) =>
  order.days?.ends_after ? `${order.days.ends_after - passedOf(order)}` : '';

const dayAfter = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);

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

/** Saves what is filled in. What somebody else changed first is read, and told beside it. */
export function useSave(
  seen: ScheduledOrder,
  drop: () => void,
  on: { error: (error: Error) => void },
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // As it was when the page opened, or as the person was told of it since.
  const [base, setBase] = useState(seen);
  const [conflict, setConflict] = useState<{ before: ScheduledOrder; now: ScheduledOrder }>();

  function saved() {
    drop();
    void client.invalidateQueries({ queryKey: scheduledKey });
    void client.invalidateQueries({ queryKey: sendKeys.all });
    void navigate(paths.scheduled(), { replace: true, state: { saved: true } });
  }

  const save = useOrderPress(['edit-order', seen.id], call, {
    success: saved,
    async error(error, { terms, transfer, day, id }) {
      on.error(error);
      const { destination_account_id } = seen;
      void client.invalidateQueries({ queryKey: accountQuery(destination_account_id).queryKey });
      // An earlier press, whose answer was lost, put another transfer in the place of that day.
      const isMade = isFailure(error, 'key-reused');
      if (!isMade && !isFailure(error, 'order-changed')) return;
      const read = scheduledOrderQuery(isMade ? id : seen.id);
      const now = await client.fetchQuery(read).catch(() => null);
      if (!now) return;
      if (isMade) return setConflict({ before: base, now });
      // The answer to the same press was lost before.
      const isSame = now.source_amount_cents === transfer.source_amount_cents;
      if (day === '' && isSame && isAsAsked(now, terms)) return saved();
      setConflict({ before: base, now });
      setBase(now);
    },
  });

  function call({ transfer, terms, day, id }: AskedChange) {
    const { revision } = base;
    return day === ''
      ? rescheduleOrder(seen.id, { revision, ...transfer, ...terms })
      : replaceDay(seen.id, { revision, day, instead: { id, ...transfer, ...terms } });
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

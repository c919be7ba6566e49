import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { sendKey } from '../../contract/api/send-key.ts';
import { id, instant, integer } from '../../contract/api/wire.ts';
import { Avatar } from '../accounts/avatar.tsx';
import { accountQuery } from '../api/accounts.ts';
import { verbatim } from '../i18n/trans.ts';
import { useDayIn } from '../i18n/use-format.ts';
import { useMoney } from '../i18n/use-money.ts';
import { paths } from '../router/paths.ts';
import { Card } from '../ui/card.tsx';
import { CardHead } from '../ui/card-head.tsx';
import { Icon } from '../ui/icon.tsx';
import { RecordList, RecordRow } from '../ui/record-list.tsx';

/*
 * The home page and Transfers load this beside their own chunks. What it imports is in those: the whole schema of an
 * order and the rows of other pages would bring all that those pages share.
 */

/** What the two pages show of an Order. */
const shownOrder = z.object({
  order: z.object({
    id: sendKey,
    state: z.string(),
    waits_for: z.string(),
    destination_account_id: id,
    source_amount_cents: integer,
    source_amount_currency: z.string(),
    release_at: z.nullable(instant),
    days: z.nullable(z.object({ zone: z.string() })),
  }),
});
type ShownOrder = z.infer<typeof shownOrder>['order'];

/** As many as the two pages tell. */
const maxShown = 2;

export type NextScheduledProps = {
  /** Unparsed API answer: this lazy chunk validates it, so that the page need not load the schema. */
  orders: readonly unknown[];
};

/** The next transfers that are sent on days, and the way to all of them. They count as sent nowhere. */
export function NextScheduled({ orders: unread }: NextScheduledProps) {
  const { t } = useLingui();
  const orders = useMemo(() => nextOf(unread), [unread]);
  if (orders.length === 0) return null;
  return (
    <Card as="section" flush>
      <CardHead
        title={<Trans>Scheduled</Trans>}
        all={{ to: paths.scheduled(), label: <Trans>All scheduled</Trans> }}
      />
      <RecordList aria-label={t`Scheduled`}>
        {orders.map((order) => (
          <ScheduledRow key={order.id} order={order} />
        ))}
      </RecordList>
    </Card>
  );
}

/** Due first; paused ones, which have no time, last. */
function nextOf(unread: readonly unknown[]): ShownOrder[] {
  const orders = unread.flatMap((one) => z.safeParse(shownOrder, one).data?.order ?? []);
  const due = ({ release_at }: ShownOrder) => release_at ?? '9999';
  return orders
    .sort((a, b) => Number(due(a) > due(b)) - Number(due(a) < due(b)))
    .slice(0, maxShown);
}

function ScheduledRow({ order }: { order: ShownOrder }) {
  const { money } = useMoney();
  const dayIn = useDayIn();
  const { destination_account_id: to, release_at, days, state } = order;
  const { data } = useQuery(accountQuery(to));
  const { alias = '', country } = data ?? {};
  return (
    <RecordRow
      lead={<Avatar id={to} alias={alias} code={country?.code} />}
      title={alias ? verbatim(alias) : <Trans>Recipient {to}</Trans>}
      to={state === 'waiting' ? paths.scheduled() : paths.sendOutcome(order.id)}
      note={release_at && days && dayIn(release_at, days.zone)}
      figure={verbatim(money(order.source_amount_cents, order.source_amount_currency))}
      figureNote={
        <>
          <Icon name="clock" />
          {state === 'releasing' ? (
            <Trans>Being sent</Trans>
          ) : order.waits_for === 'person' ? (
            <Trans>Paused</Trans>
          ) : order.waits_for === 'approval' ? (
            <Trans>Waits for approval</Trans>
          ) : (
            <Trans>Not sent yet</Trans>
          )}
        </>
      }
    />
  );
}

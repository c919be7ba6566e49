import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { type Order, orderAnswer } from '../../contract/api/order.ts';
import { Avatar } from '../accounts/avatar.tsx';
import { accountQuery } from '../api/accounts.ts';
import { verbatim } from '../i18n/trans.ts';
import { paths } from '../router/paths.ts';
import { Card } from '../ui/card.tsx';
import { Link } from '../ui/link.tsx';
import { Row, Stack } from '../ui/stack.tsx';
import { ScheduledRows } from './scheduled-rows.tsx';
import { useOrderDays } from './use-order-days.ts';

/** As many as the home page tells. */
const maxShown = 2;

export type NextScheduledProps = {
  /** Unparsed API answer: this lazy chunk validates it, so that the page need not load the schema. */
  orders: readonly unknown[];
};

/** The next transfers that are sent on days, and the way to all of them. They count as sent nowhere. */
export function NextScheduled({ orders: unread }: NextScheduledProps) {
  const { t } = useLingui();
  const { nextDay } = useOrderDays();
  const orders = useMemo(() => nextOf(unread), [unread]);
  const accounts = useQueries({
    queries: orders.map((order) => accountQuery(order.destination_account_id)),
  });
  if (orders.length === 0) return null;
  const rows = orders.map((order, index) => {
    const { alias = '', country } = accounts[index]?.data ?? {};
    const to = order.destination_account_id;
    return {
      order,
      lead: <Avatar id={to} alias={alias} code={country?.code} />,
      title: alias ? verbatim(alias) : <Trans>Recipient {to}</Trans>,
      note: nextDay(order),
    };
  });
  return (
    <Stack as="section" gap="s2">
      <Row between>
        <h2>
          <Trans>Scheduled</Trans>
        </h2>
        <Link to={paths.scheduled()}>
          <Trans>All scheduled</Trans>
        </Link>
      </Row>
      <Card flush>
        <ScheduledRows rows={rows} label={t`Scheduled`} />
      </Card>
    </Stack>
  );
}

/** Due first; paused ones, which have no time, last. */
function nextOf(unread: readonly unknown[]): Order[] {
  const orders = unread.flatMap((one) => z.safeParse(orderAnswer, one).data?.order ?? []);
  const due = ({ release_at }: Order) => release_at ?? '9999';
  return orders
    .sort((a, b) => Number(due(a) > due(b)) - Number(due(a) < due(b)))
    .slice(0, maxShown);
}

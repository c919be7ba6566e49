import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Order } from '../../../contract/api/order.ts';
import {
  isListedOrder,
  isUnsureOrder,
  waitsForApproval,
} from '../../../contract/api/order-states.ts';
import type { ScheduledOrder } from '../../../contract/api/scheduled-order.ts';
import { accountsQuery } from '../../api/accounts.ts';
import { isFailure } from '../../api/api-error.ts';
import { scheduledOrdersQuery } from '../../api/scheduled-orders.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { verbatim } from '../../i18n/trans.ts';
import { useOnline } from '../../live/use-online.ts';
import { ChangeDialog } from '../../orders/change-dialog.tsx';
import { TransferTabs } from '../../orders/transfer-tabs.tsx';
import { cityOf, useOrderDays } from '../../orders/use-order-days.ts';
import { paths } from '../../router/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Stack } from '../../ui/stack.tsx';
import { isPaused, OrderCard } from './order-card.tsx';
import styles from './scheduled.module.css';
import { type Change, type Outcome, useChange } from './use-change.ts';

/** What is sent later, or every week or month, and what needs the person. */
export function Page() {
  const { t } = useLingui();
  const { data } = useSuspenseQuery(scheduledOrdersQuery);
  const orders = data.items.filter(isListedOrder);
  return (
    <Stack>
      <PageTitle>{t`Scheduled`}</PageTitle>
      <PageHead title={<Trans>Scheduled</Trans>} />
      <TransferTabs scheduled={orders.length} />
      <Orders orders={orders} />
    </Stack>
  );
}

function Orders({ orders }: { orders: readonly ScheduledOrder[] }) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const { data: accounts } = useSuspenseQuery(accountsQuery);
  const isOnline = useOnline();
  const change = useChange();
  const [asked, setAsked] = useState<Change | null>(null);
  // It closes by what came of it: done, or come too late.
  const dialog =
    asked && change.done?.change !== asked && (asked.kind === 'skip' || asked.kind === 'stop')
      ? asked
      : null;
  const accountOf = ({ destination_account_id }: Order) =>
    accounts.find(({ id }) => id === destination_account_id);
  const zones = new Set(orders.flatMap(({ days }) => days?.zone ?? []));
  const [zone] = zones;
  const city = zone !== undefined && cityOf(zone);

  const notChanged = isFailure(change.error, 'ledger-held')
    ? t`Nothing was changed. Transfers are paused while we check which earlier ones went through.`
    : undefined;

  function make(next: Change) {
    setAsked(next);
    if (next.kind === 'pause' || next.kind === 'resume') change.make(next);
    else forget();
  }

  function close() {
    setAsked(null);
    forget();
  }

  /** A failure before is not of what is asked now; what is under way is told when it has ended. */
  function forget() {
    if (change.pending === undefined) change.reset();
  }

  const cards = (of: readonly ScheduledOrder[]) =>
    of.map((order) => (
      <OrderCard
        key={order.id}
        order={order}
        account={accountOf(order)}
        withZone={zones.size > 1}
        pending={change.pending === order.id && !dialog}
        disabled={!isOnline}
        onChange={make}
      />
    ));
  const needed = orders.filter(({ state }) => state === 'needs_you');
  const paused = orders.filter(isPaused);
  const approved = orders.filter(waitsForApproval);
  const aside = [...needed, ...paused, ...approved];
  const coming = orders.filter((order) => !aside.includes(order));
  const isSplit = coming.length > 0 && coming.length < orders.length;
  return (
    <>
      <div className={styles.said}>
        {change.done && (
          <div ref={focusTitle}>
            <Said {...change.done} alias={accountOf(change.done.change.order)?.alias} />
          </div>
        )}
        {change.error && !dialog && (
          <Notice tone="stop" role="alert" title={notChanged ?? failureMessage(change.error)} />
        )}
        {!isOnline && orders.length > 0 && (
          <Notice tone="wait" role="status" title={<Trans>You’re offline</Trans>}>
            <Trans>You can’t change anything here now. Transfers are sent on their days.</Trans>
          </Notice>
        )}
      </div>
      {orders.length === 0 ? (
        <None />
      ) : (
        <div className={classNames(styles.columns, isSplit && styles.split)}>
          {aside.length > 0 && (
            <Stack>
              <Group title={<Trans>Needs you</Trans>}>{cards(needed)}</Group>
              <Group title={<Trans>Waits for approval</Trans>}>{cards(approved)}</Group>
              <Group title={<Trans>Paused</Trans>}>{cards(paused)}</Group>
            </Stack>
          )}
          <Group title={<Trans>Coming up</Trans>}>{cards(coming)}</Group>
        </div>
      )}
      {city && (
        <p className={styles.small}>
          {zones.size === 1 && (
            <>
              <Trans>Times are in {city}.</Trans>{' '}
            </>
          )}
          <Trans>We set the rate on each day and promise none.</Trans>
        </p>
      )}
      {dialog && (
        <ChangeDialog
          change={dialog}
          alias={accountOf(dialog.order)?.alias}
          pending={change.pending !== undefined}
          error={change.error}
          onConfirm={() => change.make(dialog)}
          onClose={close}
        />
      )}
    </>
  );
}

/** After a change: the pressed button, or its dialog, is gone. What is said stands below the title. */
function focusTitle(said: HTMLElement | null) {
  if (said) document.querySelector('h1')?.focus();
}

function None() {
  return (
    <EmptyState
      title={<Trans>Nothing is scheduled</Trans>}
      action={
        <ButtonLink variant="main" to={paths.quote()}>
          <Trans>Send money</Trans>
        </ButtonLink>
      }
    >
      <Trans>Before you send, choose a later day, every week or every month.</Trans>
    </EmptyState>
  );
}

function Group({ title, children }: { title: ReactNode; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Stack as="section" gap="s3">
      <h2>{title}</h2>
      <div className={styles.cards}>{children}</div>
    </Stack>
  );
}

type SaidProps = Outcome & { isLate: boolean; isInDoubt: boolean; alias: string | undefined };

/** What a change did, or what came before it. */
function Said({ change, now, isLate, isInDoubt, alias }: SaidProps) {
  if (isLate) {
    return (
      <Notice
        tone="wait"
        role="alert"
        title={
          isInDoubt ? (
            <Trans>It was changed or sent since</Trans>
          ) : (
            <Trans>Nothing was changed: something else came first</Trans>
          )
        }
      >
        <p>
          <Now now={now} />
        </p>
        <Link to={paths.sendOutcome(change.order.id)}>
          <Trans>Show this transfer</Trans>
        </Link>
      </Notice>
    );
  }
  return (
    <Notice tone="done" role="status" title={<Done change={change} now={now} />}>
      {alias && verbatim(alias)}
    </Notice>
  );
}

/** What the order is now that another change, or the release, was first. */
function Now({ now }: Pick<Outcome, 'now'>) {
  switch (now?.state) {
    case 'waiting':
      return now.waits_for === 'person' ? (
        <Trans>It’s paused now.</Trans>
      ) : (
        <Trans>It was changed. You see it below as it is now.</Trans>
      );
    case 'releasing':
      return <Trans>It’s being sent now.</Trans>;
    case 'needs_you':
      return isUnsureOrder(now) ? (
        <Trans>It may have been sent already, and it needs your decision.</Trans>
      ) : (
        <Trans>Nothing was sent, and it needs your decision.</Trans>
      );
    case 'released':
      return <Trans>It was sent.</Trans>;
    case 'stopped':
      return isUnsureOrder(now) ? (
        <Trans>It was stopped, but it may have been sent before.</Trans>
      ) : (
        <Trans>It was stopped. Nothing more is sent.</Trans>
      );
    case 'expired':
    case 'declined':
      return <Trans>It ended. Nothing more is sent.</Trans>;
    case undefined:
      return <Trans>It was sent, changed or stopped before.</Trans>;
  }
}

function Done({ change, now }: Pick<Outcome, 'change' | 'now'>) {
  const { day, brief } = useOrderDays();
  const first = now && 'next' in now ? now.next[0] : undefined;
  const next = first && day(first.shown.day);
  switch (change.kind) {
    case 'pause':
      return <Trans>Paused: nothing is sent until you resume</Trans>;
    case 'resume':
      if (now && 'next' in now && waitsForApproval(now)) {
        return <Trans>Resumed. It waits for approval.</Trans>;
      }
      return next ? <Trans>Resumed. Next: {next}</Trans> : <Trans>Resumed</Trans>;
    case 'skip': {
      const skipped = brief(change.day);
      return next ? (
        <Trans>
          Skipped {skipped}. Next: {next}
        </Trans>
      ) : (
        <Trans>Skipped {skipped}. Nothing more is sent</Trans>
      );
    }
    case 'stop':
      return now && isUnsureOrder(now) ? (
        <Trans>Stopped: it may have been sent before</Trans>
      ) : (
        <Trans>Stopped: nothing more is sent</Trans>
      );
  }
}

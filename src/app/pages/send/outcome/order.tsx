import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Order } from '../../../../contract/api/order.ts';
import { isOpenOrder, isUnsureOrder } from '../../../../contract/api/order-states.ts';
import { referenceOf } from '../../../../contract/api/send-key.ts';
import { isOneForOne } from '../../../../money/rate.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { isToday } from '../../../i18n/intl.ts';
import { verbatim, withVerbatim, words } from '../../../i18n/trans.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { SupportContact } from '../../../layouts/support-contact.tsx';
import { LastSendLabel } from '../../../orders/last-send-label.tsx';
import { cityOf, useOrderDays } from '../../../orders/use-order-days.ts';
import { DecideBy, WhyAsked } from '../../../orders/why-asked.tsx';
import { paths } from '../../../router/paths.ts';
import { unbroken } from '../../../transfers/money-text.tsx';
import { NotesRows } from '../../../transfers/notes-rows.tsx';
import { SupportNote } from '../../../transfers/send-notes.tsx';
import { StateCard, type StateMark } from '../../../transfers/state-card.tsx';
import { TransferLayout } from '../../../transfers/transfer-layout.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import { notesOf, OpenHead, useResendParams } from './attempt-card.tsx';
import { Countdown, useSecondsLeft } from './countdown.tsx';
import { ApprovalRow, DeclineNote, isUnapproved } from './order-approval.tsx';
import { OrderChoices } from './order-choices.tsx';
import listStyles from './outcome.module.css';
import { mayHaveSent, useOrderTitle } from './outcome-words.tsx';
import type { StopMutation } from './use-stop.ts';

type OrderPartProps = {
  /** What is not sent yet, or never was. */
  order: Order;
  stop: StopMutation;
  /** False for support, who only reads it. */
  bySender: boolean;
};

/** A transfer before it is sent: how long it can be stopped, or what came of it. In the form of a transfer's page. */
export function OrderPart({ order, stop, bySender }: OrderPartProps) {
  const { t } = useLingui();
  const alias = useQuery(accountQuery(order.destination_account_id)).data?.alias;
  const secondsLeft = useSecondsLeft(order);
  const title = useOrderTitle()(order);
  return (
    <TransferLayout
      state={
        <StateCard
          key={order.id}
          mark={markOf(order)}
          drawing={isCountedDown(order) && <Countdown order={order} secondsLeft={secondsLeft} />}
          label={t`Status`}
          title={withVerbatim(title, alias)}
          below={
            bySender &&
            isOpenOrder(order.state) && <OrderChoices order={order} stop={stop} alias={alias} />
          }
        >
          <Explanation
            order={order}
            isDue={secondsLeft !== null && secondsLeft <= 0}
            isLate={secondsLeft !== null && secondsLeft < -longestReleaseSeconds}
            alias={alias}
          />
        </StateCard>
      }
      actions={bySender && !isOpenOrder(order.state) && <NextActions order={order} />}
      facts={<OrderCard order={order} bySender={bySender} />}
      foot={
        // Nothing is sent while the database is on hold.
        bySender &&
        isWaiting(order) &&
        stop.heldAt !== order.revision && <AfterStop order={order} alias={alias} />
      }
    />
  );
}

/** Longer than a release takes while nothing is in its way. */
const longestReleaseSeconds = 30;

const isWaiting = ({ state, waits_for }: Order) =>
  state === 'releasing' || (state === 'waiting' && waits_for === 'time');

/** A longer wait is told by its day. */
const maxCountedMs = 60 * 60_000;

function isCountedDown({ state, waits_for, release_at, created_at }: Order): boolean {
  if (state === 'releasing') return true;
  if (state !== 'waiting' || waits_for !== 'time' || release_at === null) return false;
  return Date.parse(release_at) - Date.parse(created_at) <= maxCountedMs;
}

function markOf({ state }: Order): StateMark {
  switch (state) {
    case 'needs_you':
      return 'doubt';
    case 'waiting':
    case 'releasing':
      return 'progress';
    case 'released':
      return 'accepted';
    case 'stopped':
    case 'expired':
    case 'declined':
      return 'unsent';
  }
}

type ExplanationProps = {
  order: Order;
  /** Its time has come. */
  isDue: boolean;
  /** It should have been sent by now. */
  isLate: boolean;
  alias: string | undefined;
};

/** What happens next, or what became of the money. Without the seconds: it is read out when it changes. */
function Explanation({ order, isDue, isLate, alias }: ExplanationProps) {
  const { time, dateTime } = useFormat();
  const { moment } = useOrderDays();
  const { state, waits_for, release_at, days, reason, stopped_because = null } = order;
  switch (state) {
    case 'waiting': {
      if (waits_for === 'approval') {
        return (
          <p>
            <Trans>A second person has to approve it first. You can still stop it.</Trans>
          </p>
        );
      }
      if (waits_for === 'person' || release_at === null) {
        return (
          <p>
            {isUnsureOrder(order) && (
              <>
                <WhyAsked order={{ ...order, reason: 'restored' }} alias={alias} />{' '}
              </>
            )}
            <Trans>You paused it, so we don’t send it.</Trans>
          </p>
        );
      }
      if (isDue) {
        return (
          <p>
            {reason === null && !isLate ? (
              <Trans>We’re about to send it.</Trans>
            ) : (
              <Trans>We can’t send it right now, so we keep trying. You can still stop it.</Trans>
            )}
          </p>
        );
      }
      if (days !== null) {
        const on = moment(release_at, days.zone);
        const place = words(cityOf(days.zone));
        return (
          <p>
            <Trans>
              We send it on {on}, {place} time. You can still stop it.
            </Trans>
          </p>
        );
      }
      const at = isToday(new Date(release_at)) ? time(release_at) : dateTime(release_at);
      return (
        <p>
          <Trans>We send it at {at}. You can still stop it.</Trans>
        </p>
      );
    }
    case 'releasing':
      return (
        <p>
          <Trans>This page shows the result.</Trans>
        </p>
      );
    case 'released':
      return (
        <p>
          <Trans>We no longer keep its record. You find it in your transfers.</Trans>
        </p>
      );
    case 'stopped':
    case 'expired':
    case 'declined':
      return (
        <>
          <p>
            {isUnapproved(order) && (
              <>
                <Trans>Nobody approved it in time.</Trans>{' '}
              </>
            )}
            {isUnsureOrder(order) ? (
              <Trans>
                We lost our latest records. Look for it in Transfers before you send it again.
              </Trans>
            ) : mayHaveSent(order) ? (
              <Trans>What was sent before is in your transfers.</Trans>
            ) : state === 'stopped' ? (
              <Trans>No money moved. You can send it again, or change it first.</Trans>
            ) : (
              <Trans>No money moved. You can send it again.</Trans>
            )}
          </p>
          <DeclineNote order={order} />
          <SupportNote send={{ settled_reason: stopped_because }} />
        </>
      );
    case 'needs_you':
      return (
        <>
          <p>
            <WhyAsked order={order} alias={alias} />
          </p>
          <DecideBy order={order} withZone />
        </>
      );
  }
}

/** What the person may still want to know while it waits. */
function AfterStop({ order, alias }: Pick<ExplanationProps, 'order' | 'alias'>) {
  const { money } = useMoney();
  const { floor_once, destination_amount_currency } = order;
  // As at the release: one without a least amount has none for the next day either.
  const floor = order.floor === null ? 0n : (floor_once ?? order.floor);
  if (floor === 0n) {
    return (
      <p>
        <Trans>You can close this page: it is sent all the same.</Trans>
      </p>
    );
  }
  // Nothing follows an amount without a space: it would stand alone on the next line.
  const least = money(floor, destination_amount_currency);
  return (
    <p>
      {alias ? (
        <Trans>
          You can close this page: it is sent all the same. If less than {least} would reach {alias}
          , we ask you first.
        </Trans>
      ) : (
        <Trans>
          You can close this page: it is sent all the same. If less than {least} would reach the
          recipient, we ask you first.
        </Trans>
      )}
    </p>
  );
}

/** After nothing was sent: check the same figures under a new key, or change them. Else what was sent comes first. */
function NextActions({ order }: { order: Order }) {
  const again = useResendParams(order);
  if (order.state === 'released' || mayHaveSent(order)) {
    const sent = isUnsureOrder(order) ? null : order.send;
    return (
      <Stack>
        {sent ? (
          <ButtonLink wide to={paths.sendOutcome(sent.key)}>
            <LastSendLabel send={sent} />
          </ButtonLink>
        ) : (
          <ButtonLink wide to={paths.transfers()}>
            <Trans>Show transfers</Trans>
          </ButtonLink>
        )}
        {isUnsureOrder(order) && <SupportContact about={referenceOf(order.id)} />}
      </Stack>
    );
  }
  return (
    <Stack>
      <Stack gap="s3">
        {again && (
          <ButtonLink variant="main" wide to={paths.send(again)}>
            <Trans>Send it again</Trans>
          </ButtonLink>
        )}
        <ButtonLink wide to={paths.quote(again)}>
          <Trans>Change the amount</Trans>
        </ButtonLink>
      </Stack>
      <SupportContact about={referenceOf(order.id)} />
    </Stack>
  );
}

/** Who is to get it, and the figures that the person decided on. */
function OrderCard({ order, bySender }: Pick<OrderPartProps, 'order' | 'bySender'>) {
  const { money, leadRate } = useMoney();
  const { dateTime } = useFormat();
  const reference = referenceOf(order.id);
  const { source_amount_currency: source, destination_amount_currency } = order;
  // One that needs the person shows it beside the figure of now.
  const quote = order.state === 'needs_you' ? null : order.quote;
  return (
    <Card as="section">
      <OpenHead send={{ ...order, quote }} />
      <SummaryList ends className={listStyles.list}>
        <SummaryRow term={<Trans>You send</Trans>} note={dateTime(order.created_at)}>
          {verbatim(money(order.source_amount_cents, source))}
        </SummaryRow>
        {quote && !isOneForOne(quote.rate, source, destination_amount_currency) && (
          <SummaryRow term={<Trans>Estimated rate</Trans>}>
            {verbatim(unbroken(leadRate(quote.rate, source, destination_amount_currency)))}
          </SummaryRow>
        )}
        <ApprovalRow order={order} />
        <SummaryRow term={<Trans>Reference</Trans>} action={<CopyButton text={reference} />}>
          {verbatim(reference)}
        </SummaryRow>
        <NotesRows {...notesOf(order, bySender)} />
      </SummaryList>
    </Card>
  );
}

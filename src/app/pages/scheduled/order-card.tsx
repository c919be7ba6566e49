import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import {
  isOpenDoubt,
  isUnsureOrder,
  waitsForApproval,
} from '../../../contract/api/order-states.ts';
import type { ScheduledOrder } from '../../../contract/api/scheduled-order.ts';
import { Avatar } from '../../accounts/avatar.tsx';
import { verbatim } from '../../i18n/trans.ts';
import { useMoment } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { LastSendLabel } from '../../orders/last-send-label.tsx';
import { cityOf, useOrderDays } from '../../orders/use-order-days.ts';
import { useOrderWords } from '../../orders/use-order-words.ts';
import { DecideBy, WhyAsked } from '../../orders/why-asked.tsx';
import { paths } from '../../router/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Drawing, Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './scheduled.module.css';
import type { Change } from './use-change.ts';

const calendarIcon = 'M3 4h10v9.300H3ZM3 7h10M5.500 2.300v3M10.500 2.300v3';

/** Paused by its person, who lets it go on. */
export const isPaused = ({ state, waits_for }: ScheduledOrder) =>
  state === 'waiting' && waits_for === 'person';

type OrderCardProps = {
  order: ScheduledOrder;
  /** The recipient; undefined if the person may not see it, or it is gone. */
  account: DestinationAccount | undefined;
  /** The zone of its times is told, because another order has another one. */
  withZone: boolean;
  /** It is being changed. */
  pending: boolean;
  disabled: boolean;
  onChange: (change: Change) => void;
};

/** What is sent on days: to whom, how much, when, and what can be done about it. */
export function OrderCard(props: OrderCardProps) {
  const { order, account, withZone } = props;
  const titleId = useId();
  const { money } = useMoney();
  const { rule } = useOrderWords();
  const { id, destination_account_id: to, quote, floor, note, reference, colleague } = order;
  const into = order.destination_amount_currency;
  const gets = quote && money(quote.destination_amount_cents, into);
  const least = floor !== null && money(floor, into);
  return (
    <Card
      as="article"
      aria-labelledby={titleId}
      className={classNames(styles.order, isAsking(order) && styles.asks)}
    >
      <div className={styles.top}>
        <Avatar id={to} alias={account?.alias ?? null} code={account?.country?.code} />
        <div className={styles.words}>
          <div className={styles.who}>
            <h3 id={titleId}>
              {account ? verbatim(account.alias) : <Trans>Recipient {to}</Trans>}
            </h3>
            <p className={styles.amount}>
              {verbatim(money(order.source_amount_cents, order.source_amount_currency))}
            </p>
          </div>
          <p className={styles.small}>
            {gets ? <Trans>gets about {gets}</Trans> : <Trans>gets {into}</Trans>}
          </p>
        </div>
      </div>
      <Asked order={order} alias={account?.alias} />
      <RecipientChange order={order} account={account} />
      <div className={styles.next}>
        <p className={styles.rule}>
          <Drawing path={calendarIcon} size={16} />
          <span>
            {rule(order)}
            {withZone && order.days && <> ({verbatim(cityOf(order.days.zone))})</>}
          </span>
        </p>
        <Next order={order} />
        {least && (
          <p className={styles.small}>
            <Trans>Below {least} we ask you before we send.</Trans>
          </p>
        )}
        {note !== undefined && (
          <p className={styles.small}>
            <Trans>Note: {note}</Trans>
          </p>
        )}
        {reference !== undefined && (
          <p className={styles.small}>
            <Trans>Reference: {reference}</Trans>
          </p>
        )}
        {order.send && (
          <p className={styles.small}>
            <Link to={paths.sendOutcome(order.send.key)}>
              <LastSendLabel send={order.send} />
            </Link>
          </p>
        )}
        {colleague && (
          <p className={styles.small}>
            <Trans>Scheduled by {colleague}</Trans>
          </p>
        )}
      </div>
      {colleague === undefined && <Actions key={id} {...props} titleId={titleId} />}
    </Card>
  );
}

/** It waits for its person, who has to decide, or to look whether a paused one was sent before a loss. */
const isAsking = (order: ScheduledOrder) => order.state === 'needs_you' || isOpenDoubt(order);

/** Why nothing was sent on its day, and until when to decide; after a loss that it may have been sent. */
function Asked({ order, alias }: { order: ScheduledOrder; alias: string | undefined }) {
  if (!isAsking(order)) return null;
  // A paused one asks for nothing else.
  const asked = isPaused(order) ? { ...order, reason: 'restored' } : order;
  return (
    <div className={styles.callout}>
      <Icon name="warning" size={20} />
      <div>
        <p>
          {!isUnsureOrder(order) && (
            <>
              <b>
                <Trans>Nothing was sent.</Trans>
              </b>{' '}
            </>
          )}
          <WhyAsked order={asked} alias={alias} />
        </p>
        <DecideBy order={order} className={styles.small} />
      </div>
    </div>
  );
}

type RecipientChangeProps = Pick<OrderCardProps, 'order' | 'account'>;

/** What of the recipient keeps it from being sent as it is. */
function RecipientChange({ order, account }: RecipientChangeProps) {
  // Why it was not sent says the same.
  if (!account || order.state === 'needs_you') return null;
  const shown = order.destination_account_fingerprint;
  const isChanged =
    shown !== undefined && account.fingerprint !== undefined && account.fingerprint !== shown;
  if (!account.archived && !isChanged) return null;
  return (
    <p className={styles.callout}>
      <Icon name="warning" size={20} />
      <span>
        {account.archived ? (
          <Trans>
            This recipient is archived, so it won’t be sent.{' '}
            <Link to={paths.recipient(account.id)}>Restore the recipient</Link>
          </Trans>
        ) : (
          <Trans>
            The recipient’s details changed, so we’ll ask before we send. Edit it to confirm them.
          </Trans>
        )}
      </span>
    </p>
  );
}

/** The next days, or that it is paused or being sent. */
function Next({ order }: { order: ScheduledOrder }) {
  const { day, brief } = useOrderDays();
  const { whole } = useMoment();
  const { oddity } = useOrderWords();
  const [first, ...others] = order.next;
  const written = (one: (typeof order.next)[number]) => {
    const odd = oddity(one);
    return odd === undefined ? day(one.shown.day) : `${day(one.shown.day)} (${odd})`;
  };
  const next = first && written(first);
  const [second, third] = others.map(written);
  const skipped = order.skipped.map(brief).join(', ');
  const until = order.expires_at && whole(order.expires_at);
  return (
    <>
      <p className={styles.day}>
        {order.state === 'releasing' ? (
          <Trans>Being sent now</Trans>
        ) : isPaused(order) ? (
          <Trans>Paused</Trans>
        ) : (
          next
        )}
      </p>
      {isPaused(order) ? (
        <p className={styles.small}>
          {next ? <Trans>If you resume today: {next}</Trans> : <Trans>No day is left.</Trans>}
        </p>
      ) : (
        second && (
          <p className={styles.small}>
            {third ? (
              <Trans>
                then {second}, and {third}
              </Trans>
            ) : (
              <Trans>then {second}</Trans>
            )}
          </p>
        )
      )}
      {waitsForApproval(order) && (
        <p className={styles.small}>
          <Trans>A second person has to approve it first.</Trans>
          {until && (
            <>
              {' '}
              <Trans>Expires {until}</Trans>
            </>
          )}
        </p>
      )}
      {order.state === 'waiting' && order.waits_for === 'time' && order.reason !== null && (
        <p className={styles.small}>
          <Trans>We can’t send it right now, so we keep trying.</Trans>
        </p>
      )}
      {skipped && (
        <p className={styles.small}>
          <Trans>Skipped: {skipped}</Trans>
        </p>
      )}
    </>
  );
}

/** What its maker can do. Named by the recipient too, because each card has the same buttons. */
function Actions({
  order,
  pending,
  disabled,
  titleId,
  onChange,
}: OrderCardProps & { titleId: string }) {
  const { brief } = useOrderDays();
  const { id, state, kind, next } = order;
  if (state === 'releasing') {
    return (
      <div className={styles.actions}>
        <ButtonLink to={paths.sendOutcome(id)} aria-describedby={titleId}>
          <Trans>Follow it</Trans>
        </ButtonLink>
      </div>
    );
  }
  const button = (label: ReactNode, change: Change) => (
    <Button
      disabled={disabled}
      pending={pending}
      aria-describedby={titleId}
      onClick={() => onChange(change)}
    >
      <span>{label}</span>
    </Button>
  );
  const [first] = next;
  const repeats = kind === 'weekly' || kind === 'monthly';
  const day = first && brief(first.day);
  return (
    <div className={styles.actions}>
      {state === 'needs_you' && (
        <ButtonLink variant="main" to={paths.sendOutcome(id)} aria-describedby={titleId}>
          <Trans>Decide</Trans>
        </ButtonLink>
      )}
      {isPaused(order) && first && button(<Trans>Resume</Trans>, { order, kind: 'resume' })}
      {repeats &&
        !isPaused(order) &&
        first &&
        button(<Trans>Skip {day}</Trans>, { order, kind: 'skip', day: first.day })}
      {repeats &&
        state === 'waiting' &&
        !isPaused(order) &&
        button(<Trans>Pause</Trans>, { order, kind: 'pause' })}
      {button(<Trans context="of a transfer">Stop</Trans>, { order, kind: 'stop' })}
      {kind === 'held' ? (
        <ButtonLink to={paths.sendOutcome(id)} aria-describedby={titleId}>
          <Trans>Follow it</Trans>
        </ButtonLink>
      ) : (
        <ButtonLink to={paths.editScheduled(id)} aria-describedby={titleId}>
          <Trans>Edit</Trans>
        </ButtonLink>
      )}
    </div>
  );
}

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Order } from '../../contract/api/order.ts';
import { askingReasons, isUnsureOrder, missedAfterMs } from '../../contract/api/order-states.ts';
import { words } from '../i18n/trans.ts';
import { useMoney } from '../i18n/use-money.ts';
import { OwnLimit, useIsLimited } from '../limits/own-limits.tsx';
import { cityOf, useOrderDays } from './use-order-days.ts';

/** The least that may arrive, as the person chose it; null of what is held, and once they accepted less for a day. */
export const chosenMinimum = ({ kind, floor, floor_once }: Order): bigint | null =>
  kind === 'held' || floor_once !== undefined ? null : floor;

type WhyAskedProps = {
  order: Order;
  alias: string | undefined;
};

/** Why Giro asks before it sends; after a loss first what that may have hidden. */
export function WhyAsked({ order, alias }: WhyAskedProps) {
  return isUnsureOrder(order) && order.reason !== 'restored' ? (
    <>
      <Why order={{ ...order, reason: 'restored' }} alias={alias} />{' '}
      <Why order={order} alias={alias} />
    </>
  ) : (
    <Why order={order} alias={alias} />
  );
}

type DecideByProps = {
  order: Order;
  /** The zone is told, because nothing else on the page tells it. */
  withZone?: boolean;
  className?: string | undefined;
};

/** Until when a person decides; nothing if Giro waits for them without end. */
export function DecideBy({ order, withZone = false, className }: DecideByProps): ReactNode {
  const { moment } = useOrderDays();
  const { state, reason, kind, release_at, days } = order;
  // The server passes over what is not answered for a day, but for what may have been sent before a loss.
  if (state !== 'needs_you' || reason === 'restored' || release_at === null || days === null) {
    return null;
  }
  const end = moment(new Date(Date.parse(release_at) + missedAfterMs).toISOString(), days.zone);
  const by = words(withZone ? `${end} (${cityOf(days.zone)})` : end);
  return (
    <p className={className}>
      {kind === 'once' ? (
        <Trans>Decide by {by}. Then it ends, and nothing is sent.</Trans>
      ) : (
        <Trans>Decide by {by}. Then we skip it.</Trans>
      )}
    </p>
  );
}

function Why({ order, alias }: WhyAskedProps) {
  const { money } = useMoney();
  const minimum = chosenMinimum(order);
  switch (askingReasons.find((one) => one === order.reason)) {
    case 'worse-rate':
      // It may be more than the estimate was, so nothing need have fallen.
      if (minimum !== null) {
        const least = money(minimum, order.destination_amount_currency);
        return <Trans>Your minimum of {least} was not reached.</Trans>;
      }
      return alias ? (
        <Trans>The rate fell, so {alias} would get less than you saw.</Trans>
      ) : (
        <Trans>The rate fell, so the recipient would get less than you saw.</Trans>
      );
    case 'late':
      return <Trans>We could not send it in time.</Trans>;
    case 'restored':
      return (
        <Trans>
          We lost our latest records, so it may have been sent or stopped before. Look for it in
          Transfers first.
        </Trans>
      );
    case 'limit-reached':
      return (
        <>
          <Trans>You would be over your limit.</Trans> <LeftForOwn order={order} />
        </>
      );
    case 'sent-before':
      return <Trans>The same transfer may have been sent already.</Trans>;
    case 'identical-send-open':
      return <Trans>The same transfer is not confirmed yet. It may have gone through.</Trans>;
    case 'send-settled':
      return (
        <Trans>
          Your earlier transfer did go through. If you send this one too, the recipient is paid
          twice.
        </Trans>
      );
    case 'rate-not-available':
    case 'quote-refused':
      return <Trans>The payment service had no rate for it.</Trans>;
    case 'recipient-changed':
      return <Trans>The recipient’s details changed after you pressed Send.</Trans>;
    case 'recipient-archived':
      return <Trans>The recipient was archived. Restore the recipient if you want to send.</Trans>;
    case 'account-not-found':
      return <Trans>The payment service doesn’t know this recipient.</Trans>;
    case 'wallet-address-missing':
      return <Trans>This wallet has no address. Add one to the recipient first.</Trans>;
    case 'amount-too-small':
      return <Trans>The amount is too small: the recipient would get nothing.</Trans>;
    case 'step-up-required':
      return <Trans>You have to confirm that it’s you.</Trans>;
    case 'not-signed-in':
    case 'forbidden':
      return <Trans>Your account could not send at that time.</Trans>;
    case 'key-reused':
    case 'send-forgotten':
      return <Trans>We can’t send this one any more. Stop it, then send a new one.</Trans>;
    case 'invalid-fields':
    case 'service-refused':
    case undefined:
      return <Trans>The payment service would not have taken it as it is.</Trans>;
  }
}

/** What its maker can send now; nobody else is told. */
function LeftForOwn({ order }: { order: Order }) {
  const { source_amount_currency: currency, source_amount_cents, colleague, sender } = order;
  const isOwn = colleague === undefined && sender === undefined;
  if (!(useIsLimited(currency) && isOwn)) return null;
  return <OwnLimit currency={currency} cents={source_amount_cents} isLate />;
}

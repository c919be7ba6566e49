import { Trans } from '@lingui/react/macro';
import type { Order } from '../../contract/api/order.ts';
import { askingReasons, isUnsureOrder } from '../../contract/api/order-states.ts';

type WhyAskedProps = {
  order: Pick<Order, 'reason' | 'unsure_since'>;
  alias: string | undefined;
};

/** Why Giro asks before it sends; after a loss first what that may have hidden. */
export function WhyAsked({ order, alias }: WhyAskedProps) {
  const { reason } = order;
  return isUnsureOrder(order) && reason !== 'restored' ? (
    <>
      <Why reason="restored" alias={alias} /> <Why reason={reason} alias={alias} />
    </>
  ) : (
    <Why reason={reason} alias={alias} />
  );
}

function Why({ reason, alias }: Pick<Order, 'reason'> & Pick<WhyAskedProps, 'alias'>) {
  switch (askingReasons.find((one) => one === reason)) {
    case 'worse-rate':
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

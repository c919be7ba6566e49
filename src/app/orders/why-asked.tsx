import { Trans } from '@lingui/react/macro';

type WhyAskedProps = {
  /** Of an order that needs its person. */
  reason: string | null;
  alias: string | undefined;
};

/** Why Giro asks before it sends. */
export function WhyAsked({ reason, alias }: WhyAskedProps) {
  switch (reason) {
    case 'worse-rate':
      return alias ? (
        <Trans>The rate fell, so {alias} would get less than you saw.</Trans>
      ) : (
        <Trans>The rate fell, so the recipient would get less than you saw.</Trans>
      );
    case 'late':
      return <Trans>We could not send it in time.</Trans>;
    case 'sent-before':
      return <Trans>You sent the same transfer in the last 10 minutes.</Trans>;
    case 'identical-send-open':
      return <Trans>The same transfer is not confirmed yet. It may have gone through.</Trans>;
    case 'rate-not-available':
    case 'quote-refused':
      return <Trans>The payment service had no rate for it.</Trans>;
    case 'recipient-changed':
      return <Trans>The recipient’s details changed after you pressed Send.</Trans>;
    case 'recipient-archived':
      return <Trans>The recipient was archived. Restore the recipient if you want to send.</Trans>;
    case 'step-up-required':
      return <Trans>You have to confirm that it’s you.</Trans>;
    case 'not-signed-in':
    case 'forbidden':
      return <Trans>Your account could not send at that time.</Trans>;
    default:
      return <Trans>The payment service would not have taken it as it is.</Trans>;
  }
}

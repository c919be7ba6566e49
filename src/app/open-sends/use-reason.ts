import { useLingui } from '@lingui/react/macro';
import type { SendReason } from '../../contract/api/send-states.ts';

/** The reason for a send's state as a sentence for people. */
export function useReason(reason: SendReason | null): string {
  const { t } = useLingui();
  switch (reason) {
    case null:
      return t`No answer yet.`;
    case 'timeout':
      return t`The payment service did not answer in time.`;
    case 'broken':
      return t`The connection to the payment service broke, or it answered with an error.`;
    case 'redirected':
    case 'unreadable':
      return t`We could not read the payment service’s answer.`;
    case 'refused':
      return t`We don’t recognise the payment service’s answer.`;
    case 'busy':
      return t`The payment service was too busy to answer.`;
    case 'interrupted':
    case 'internal':
      return t`Our server stopped before it saved the answer.`;
    case 'not-written':
      return t`It did not reach the payment service.`;
    case 'credentials':
      return t`The payment service did not let us in. Your administrator must fix this.`;
    case 'none-found':
      return t`The payment service shows no such transfer.`;
    case 'several-found':
      return t`The payment service shows several transfers that could be this one.`;
    case 'unread-found':
      return t`One transfer at the payment service can’t be read. It could be this one.`;
    case 'rate-not-available':
      return t`There was no rate for these currencies.`;
    case 'account-not-found':
      return t`The payment service doesn’t know this recipient.`;
    case 'send-refused':
      return t`The payment service refused it.`;
  }
}

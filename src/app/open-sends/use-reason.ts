import { useLingui } from '@lingui/react/macro';
import type { SendReason } from '../../contract/api/send-states.ts';

/** What was seen of a sending, in words for a person; `reason` is the ledger's short name for it. */
export function useReason(reason: SendReason | null): string {
  const { t } = useLingui();
  switch (reason) {
    case null:
      return t`No answer has come yet.`;
    case 'timeout':
      return t`The service did not answer in time.`;
    case 'broken':
      return t`The connection to the payment service broke, or it answered with an error.`;
    case 'redirected':
    case 'unreadable':
      return t`The service gave an answer that could not be read.`;
    case 'refused':
      return t`The service refused it in words that we don’t know.`;
    case 'busy':
      return t`The service was too busy to answer.`;
    case 'interrupted':
    case 'internal':
      return t`Our server was interrupted before the answer was written down.`;
    case 'not-written':
      return t`It did not reach the service.`;
    case 'credentials':
      return t`The service did not let us in. Your administrator has to fix this.`;
    case 'none-found':
      return t`The service’s list shows no such transfer.`;
    case 'several-found':
      return t`The service’s list shows several transfers that could be this one.`;
    case 'unread-found':
      return t`One row of the service’s list can’t be read, and could be this transfer.`;
    case 'rate-not-available':
      return t`There was no rate for this pair of currencies.`;
    case 'account-not-found':
      return t`The service doesn’t know this recipient.`;
    case 'send-refused':
      return t`The service refused it.`;
  }
}

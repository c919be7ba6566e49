import { useLingui } from '@lingui/react/macro';
import type { SendState } from '../../../../contract/api/send-states.ts';

/** A sending's state, how its transfer ended, or what this page knows in place of one. */
export type OutcomeName =
  | SendState
  | 'executed'
  | 'rejected'
  | 'to-settle'
  | 'look-alike'
  | 'no-record'
  | 'no-such-key'
  | 'out-of-sight';

/** What the title names, where it is known. */
export type OutcomeWords = { recipient?: string | undefined; amount?: string | undefined };

/** The outcome in one sentence. None of them says more than is known. */
export function useOutcomeTitle(name: OutcomeName, { recipient, amount }: OutcomeWords): string {
  const { t } = useLingui();
  switch (name) {
    case 'sent':
      return t`Sent`;
    case 'executed':
      return recipient ? t`Completed: ${recipient} was paid` : t`Completed: the recipient was paid`;
    case 'rejected':
      return recipient
        ? t`Rejected: ${recipient} was not paid`
        : t`Rejected: the recipient was not paid`;
    case 'intended':
      return t`Sending: the service has not answered yet`;
    case 'unconfirmed':
      return t`We’re checking this transfer`;
    case 'unresolved':
      return t`Our support team is checking this transfer`;
    case 'to-settle':
      return t`This transfer needs your review`;
    case 'look-alike':
      return t`A transfer like this one needs your review`;
    case 'refused':
      return t`Nothing was sent: the payment service refused it`;
    case 'not_sent':
      return t`This transfer was not sent`;
    case 'no-record':
      return amount ? t`Nothing was sent: ${amount} to ${recipient}` : t`Nothing was sent`;
    case 'no-such-key':
      return t`We have no record of this transfer`;
    case 'out-of-sight':
      return t`We can’t tell yet whether it was sent`;
  }
}

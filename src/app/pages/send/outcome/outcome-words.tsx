import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Order } from '../../../../contract/api/order.ts';
import { isUnsureOrder } from '../../../../contract/api/order-states.ts';
import type { Send } from '../../../../contract/api/send.ts';
import type { SendState } from '../../../../contract/api/send-states.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { words } from '../../../i18n/trans.ts';
import { useReason } from '../../../open-sends/use-reason.ts';
import { RejectedAdvice, useRejectedTitle } from '../../../transfers/rejected.tsx';
import { SupportNote } from '../../../transfers/send-notes.tsx';
import type { StateMark } from '../../../transfers/state-card.tsx';

/** A send's state, its transfer's final state, or why there is none. */
export type OutcomeName =
  | SendState
  | 'executed'
  | 'rejected'
  | 'not-confirmed'
  | 'to-resolve'
  | 'look-alike'
  | 'no-record'
  | 'no-such-key'
  | 'status-unavailable';

export const marks: Record<OutcomeName, StateMark> = {
  sent: 'accepted',
  executed: 'completed',
  rejected: 'rejected',
  intended: 'doubt',
  unconfirmed: 'doubt',
  unresolved: 'doubt',
  'not-confirmed': 'doubt',
  'to-resolve': 'doubt',
  'look-alike': 'doubt',
  'status-unavailable': 'doubt',
  refused: 'rejected',
  not_sent: 'unsent',
  'no-record': 'unsent',
  'no-such-key': 'unknown',
};

/** What the title names, if known. */
type OutcomeWords = { recipient?: string | undefined; amount?: string | undefined };

/** The outcome in one sentence. It never claims more than is known. */
export function useOutcomeTitle(name: OutcomeName, { recipient, amount }: OutcomeWords): string {
  const { t } = useLingui();
  const rejectedTitle = useRejectedTitle();
  switch (name) {
    case 'sent':
      return t({ message: 'Sent', context: 'of a transfer' });
    case 'executed':
      return recipient ? t`Completed: ${recipient} was paid` : t`Completed: the recipient was paid`;
    case 'rejected':
      return rejectedTitle(recipient);
    case 'intended':
    case 'not-confirmed':
      return t`This transfer is not confirmed yet`;
    case 'unconfirmed':
      return t`We’re checking your transfer`;
    case 'unresolved':
      return t`Our support team is checking your transfer`;
    case 'to-resolve':
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
    case 'status-unavailable':
      return t`We can’t tell yet whether it was sent`;
  }
}

/** True if something of it was sent before, or may have been: that nothing was sent would be false once it has ended. */
export const mayHaveSent = (order: Order) =>
  order.kind === 'weekly' ||
  order.kind === 'monthly' ||
  order.send !== null ||
  isUnsureOrder(order);

/** The state of an order in a few words. */
export function useOrderTitle(): (order: Order) => string {
  const { t } = useLingui();
  return (order) => {
    const { state, stopped_because, stopped_by } = order;
    switch (state) {
      case 'waiting':
        // An answer of its person since then is theirs.
        if (isUnsureOrder(order) && order.waits_for === 'person') {
          return t`Paused: it may have been sent before`;
        }
        return order.waits_for === 'approval'
          ? t`Not sent yet: it waits for approval`
          : t({ message: 'Not sent yet', context: 'of a transfer' });
      case 'releasing':
        return t`It goes out now`;
      case 'released':
        return t({ message: 'Sent', context: 'of a transfer' });
      case 'stopped':
        if (isUnsureOrder(order)) {
          return stopped_because === undefined
            ? t`Stopped: it may have been sent before`
            : t`Support stopped it: it may have been sent before`;
        }
        if (mayHaveSent(order)) {
          return stopped_because === undefined
            ? t`Stopped: nothing more is sent`
            : t`Support stopped it: nothing more is sent`;
        }
        if (stopped_by !== undefined) return t`${stopped_by} stopped it: nothing was sent`;
        return stopped_because === undefined
          ? t`Stopped: nothing was sent`
          : t`Support stopped it: nothing was sent`;
      case 'expired':
        if (isUnsureOrder(order)) return t`Ended: it may have been sent before`;
        return mayHaveSent(order) ? t`Ended: nothing more is sent` : t`Expired: nothing was sent`;
      case 'declined':
        if (isUnsureOrder(order)) return t`Ended: it may have been sent before`;
        return mayHaveSent(order)
          ? t`Declined: nothing more is sent`
          : t`Declined: nothing was sent`;
      case 'needs_you':
        // What is lost may have been its sending.
        return isUnsureOrder(order)
          ? t`It may have been sent already: please check`
          : t`Nothing was sent: please decide`;
    }
  };
}

type ExplanationProps = {
  name: OutcomeName;
  send: Send | undefined;
  bySender: boolean;
  /** Why the outcome could not be read. */
  error: Error | null;
};

/** Under the title: what happened to the money, what to do, and why. */
export function Explanation({
  name,
  send,
  bySender,
  error,
}: ExplanationProps): ReactElement | null {
  const failureMessage = useFailureMessage();
  switch (name) {
    case 'sent':
      return (
        <p>
          <Trans>A payment partner pays it out next. You can follow it on the transfer page.</Trans>
        </p>
      );
    case 'rejected':
      return <RejectedAdvice bySupport={!bySender} />;
    case 'intended':
    case 'unconfirmed':
    case 'unresolved':
      // Support resolves it below instead.
      if (!bySender) return null;
      return (
        <>
          <DontSendAgain />
          <p>
            {name === 'unresolved' ? (
              <Trans>It may have gone through. Support is checking with the payment service.</Trans>
            ) : (
              <Trans>It may have gone through. You can close this page; we’ll keep checking.</Trans>
            )}
          </p>
        </>
      );
    case 'status-unavailable':
      return (
        <>
          <DontSendAgain />
          <p>
            <Trans>We check every few seconds. The result appears here.</Trans>
          </p>
          {error && <p>{failureMessage(error)}</p>}
        </>
      );
    case 'refused':
    case 'not_sent':
      return send ? <NoMoneyMoved send={send} /> : null;
    case 'no-record':
      return (
        <p>
          <Trans>No money moved, because it did not reach us. You can send it now.</Trans>
        </p>
      );
    case 'no-such-key':
      return (
        <p>
          <Trans>
            Check the link. It may be incomplete, or the transfer belongs to someone else.
          </Trans>
        </p>
      );
    // The title says all, and support decides below.
    case 'executed':
    case 'not-confirmed':
    case 'to-resolve':
    case 'look-alike':
      return null;
  }
}

/** The first words about a transfer without a known outcome. */
function DontSendAgain() {
  return (
    <p>
      <b>
        <Trans>Please don’t send it again</Trans>
      </b>
    </p>
  );
}

/** Nothing was sent, and that is certain. */
function NoMoneyMoved({ send }: { send: Send }) {
  const reason = words(useReason(send.reason));
  if (send.settled_reason === null) {
    return (
      <p>
        <Trans>No money moved. {reason}</Trans>
      </p>
    );
  }
  return (
    <>
      <p>
        <Trans>Support confirmed that no money moved.</Trans>
      </p>
      <SupportNote send={send} />
    </>
  );
}

import { Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { Order } from '../../../contract/api/order.ts';
import { isUnsureOrder } from '../../../contract/api/order-states.ts';
import type { ApiError } from '../../api/api-error.ts';
import { orderIn, sendQuery } from '../../api/sends.ts';
import { sessionQuery } from '../../api/session.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { useServiceAmounts } from '../../i18n/service-amounts.ts';
import { useServiceWords } from '../../i18n/service-words.ts';
import { withVerbatim } from '../../i18n/trans.ts';
import { SupportContact } from '../../layouts/support-contact.tsx';
import { ReachedLimit } from '../../limits/reached-limit.tsx';
import { paths } from '../../router/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UnderWayNotice } from './earlier-sends.tsx';
import type { CheckSearch } from './send-search.ts';

type RefusalNoticeProps = {
  /** A failure that proves that this press sent nothing. */
  error: ApiError;
  /** When Send was pressed, in milliseconds since 1970. */
  pressedAt: number;
  search: CheckSearch;
};

/** Why nothing was sent, and what to do. */
export function RefusalNotice({ error, pressedAt, search }: RefusalNoticeProps) {
  const failureMessage = useFailureMessage();
  const serviceWords = useServiceWords();
  const serviceAmounts = useServiceAmounts();
  const { text, values } = serviceAmounts(error.detail ?? '', search.source_amount_currency);
  // The key is used up; without one the check generates a new one.
  const withoutKey = paths.send({ ...search, key: undefined });

  switch (error.failure) {
    case 'not-signed-in':
      return <SignedInAgain since={pressedAt} />;
    case 'identical-send-open':
      return <UnderWayNotice sendKey={error.sendKey} />;
    case 'identical-order-held':
      return <HeldNotice sendKey={error.sendKey} />;
    case 'limit-reached':
      return (
        <Notice
          tone="wait"
          role="alert"
          title={<Trans>Nothing was sent: you would be over your limit</Trans>}
        >
          <ReachedLimit limit={error.limit} cents={BigInt(search.source_amount_cents)} />
        </Notice>
      );
    case 'send-settled':
      return (
        <Notice tone="wait" role="alert" title={<Trans>Your first transfer did go through</Trans>}>
          <p>
            <Trans>Support found it, so we did not send this one.</Trans>
          </p>
          {error.sendKey && (
            <ButtonLink to={paths.sendOutcome(error.sendKey)}>
              <Trans>Show that transfer</Trans>
            </ButtonLink>
          )}
        </Notice>
      );
    case 'key-reused':
      return (
        <Notice tone="wait" role="alert" title={<Trans>Nothing was sent</Trans>}>
          <p>
            <Trans>
              You already pressed Send here with other details. Check that transfer first.
            </Trans>
          </p>
          <ButtonLink to={paths.sendOutcome(search.key)}>
            <Trans>Show that transfer</Trans>
          </ButtonLink>
          <ButtonLink to={withoutKey}>
            <Trans>Try again</Trans>
          </ButtonLink>
        </Notice>
      );
    case 'ledger-held':
      return (
        <Notice tone="wait" role="alert" title={<Trans>Nothing was sent</Trans>}>
          <p>
            <Trans>New transfers are paused while we check which earlier ones went through.</Trans>
          </p>
        </Notice>
      );
    case 'send-not-saved':
      return (
        <Notice tone="stop" role="alert" title={<Trans>Nothing was sent</Trans>}>
          <p>
            <Trans>We can’t save anything right now. Try again in a few minutes.</Trans>
          </p>
        </Notice>
      );
    case 'send-forgotten':
      return (
        <Notice tone="wait" role="alert" title={<Trans>Nothing was sent</Trans>}>
          <p>
            <Trans>
              This one is from long ago. Look for it in Transfers before you send again.
            </Trans>
          </p>
          <ButtonLink to={withoutKey}>
            <Trans>Try again</Trans>
          </ButtonLink>
        </Notice>
      );
    case 'send-not-made':
      return (
        <Notice tone="stop" role="alert" title={<Trans>Nothing was sent</Trans>}>
          <p>
            <Trans>Try again. It did not reach the payment service.</Trans>
          </p>
          <ButtonLink to={withoutKey}>
            <Trans>Try again</Trans>
          </ButtonLink>
        </Notice>
      );
    case 'send-refused':
    case 'account-not-found':
    case 'rate-not-available':
      return (
        <Notice tone="stop" role="alert" title={<Trans>Nothing was sent</Trans>}>
          <p>
            <WhatToDo failure={error.failure} />
          </p>
          <p>{error.detail ? serviceWords(error.detail) : failureMessage(error)}</p>
          {text && <p>{withVerbatim(text, ...values)}</p>}
          <ButtonLink to={withoutKey}>
            <Trans>Try again</Trans>
          </ButtonLink>
          {error.failure === 'send-refused' && <SupportContact about={error.requestId} />}
        </Notice>
      );
    default:
      return (
        <Notice tone="stop" role="alert" title={<Trans>Nothing was sent</Trans>}>
          <p>{failureMessage(error)}</p>
        </Notice>
      );
  }
}

type WhatToDoProps = { failure: 'send-refused' | 'account-not-found' | 'rate-not-available' };

function WhatToDo({ failure }: WhatToDoProps) {
  switch (failure) {
    case 'send-refused':
      return <Trans>Check the recipient and the amount, then try again.</Trans>;
    case 'account-not-found':
      return <Trans>Choose another recipient.</Trans>;
    case 'rate-not-available':
      return <Trans>Choose another currency, or try again later.</Trans>;
  }
}

/** Shown after the sign-in dialog has closed; Send can then be pressed again. */
function SignedInAgain({ since }: { since: number }) {
  const { dataUpdatedAt } = useSuspenseQuery(sessionQuery);
  if (dataUpdatedAt <= since) return null;
  return (
    <Notice tone="wait" role="status" title={<Trans>Nothing was sent yet</Trans>}>
      <p>
        <Trans>You are signed in again. Press Send when you are ready.</Trans>
      </p>
    </Notice>
  );
}

/** The same transfer was pressed before and is not sent yet: it goes out soon, or asks first. */
function HeldNotice({ sendKey }: { sendKey: string | undefined }) {
  const query = { ...sendQuery(sendKey ?? ''), staleTime: 0, enabled: sendKey !== undefined };
  const order = orderIn(useQuery(query).data);
  const isAsking = order?.state === 'needs_you';
  return (
    <Notice
      tone="wait"
      role="alert"
      title={
        isAsking ? (
          <Trans>Nothing was sent: the same transfer needs a decision</Trans>
        ) : (
          <Trans>Nothing was sent: the same transfer is waiting</Trans>
        )
      }
    >
      <p>
        <WhatOfHeld order={order} />
      </p>
      {sendKey && (
        <ButtonLink to={paths.sendOutcome(sendKey)}>
          <Trans>Show that transfer</Trans>
        </ButtonLink>
      )}
    </Notice>
  );
}

/** @param order undefined if it can't be read, or is no order any more */
function WhatOfHeld({ order }: { order: Order | undefined }) {
  const { colleague } = order ?? {};
  if (order?.state === 'waiting' || order?.state === 'releasing') {
    return <Trans>We send that one soon. Stop it, or wait until it is sent.</Trans>;
  }
  if (order?.state !== 'needs_you') return <Trans>Check that transfer first.</Trans>;
  if (isUnsureOrder(order)) {
    return <Trans>That one may have been sent already. Check it first.</Trans>;
  }
  if (colleague !== undefined) return <Trans>Only {colleague} can send it now.</Trans>;
  return <Trans>We don’t send that one until you decide. Send it there, or stop it.</Trans>;
}

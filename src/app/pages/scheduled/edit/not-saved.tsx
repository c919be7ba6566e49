import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isOpenOrder, isUnsureOrder } from '../../../../contract/api/order-states.ts';
import { ApiError, isFailure } from '../../../api/api-error.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { LastSendLabel } from '../../../orders/last-send-label.tsx';
import { useCalendarWords } from '../../../orders/next-dates.tsx';
import { isTellable } from '../../../orders/use-order-press.ts';
import { paths } from '../../../router/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Conflict } from './use-edit.ts';

/** What came first. What was typed stays, and the next press replaces what came first. */
export function ConflictNotice({ before, now, isInDoubt }: Conflict) {
  const { money } = useMoney();
  const { day } = useCalendarWords();
  const sends = money(now.source_amount_cents, now.source_amount_currency);
  const next = now.next[0];
  const on = next && day(next.shown.day);
  if (!isOpenOrder(now.state)) {
    return (
      <Notice
        tone="stop"
        role="alert"
        title={
          isInDoubt ? (
            <EndedSince now={now} />
          ) : now.state === 'released' ? (
            <Trans>Nothing was changed: it was sent first</Trans>
          ) : (
            <Trans>Nothing was changed: it was stopped first</Trans>
          )
        }
      >
        {isInDoubt && (
          <p>
            <Trans>Check what it says now.</Trans>
          </p>
        )}
        {now.stopped_because && <p>{verbatim(now.stopped_because)}</p>}
        <ButtonLink to={paths.sendOutcome(now.id)}>
          <Trans>Show that transfer</Trans>
        </ButtonLink>
      </Notice>
    );
  }
  if (now.id !== before.id) {
    return (
      <Notice
        tone="wait"
        role="alert"
        title={<Trans>Your first press already changed that day</Trans>}
      >
        <p>
          <Trans>What you changed since was not saved. Change it there.</Trans>
        </p>
        <ButtonLink to={paths.editScheduled(now.id)}>
          <Trans>Change that transfer</Trans>
        </ButtonLink>
      </Notice>
    );
  }
  return (
    <Notice
      tone="wait"
      role="alert"
      title={
        isInDoubt ? (
          <Trans>It was changed or sent since</Trans>
        ) : now.state === 'needs_you' ? (
          <Trans>Nothing was changed: it needs your decision first</Trans>
        ) : now.occurrence > before.occurrence ? (
          <Trans>Nothing was changed: its day came first</Trans>
        ) : (
          <Trans>Nothing was changed: you changed it elsewhere first</Trans>
        )
      }
    >
      {isInDoubt && now.send && now.send.key !== before.send?.key && (
        <p>
          <Link to={paths.sendOutcome(now.send.key)}>
            <LastSendLabel send={now.send} />
          </Link>
        </p>
      )}
      <p>
        {on ? (
          <Trans>
            It now sends {sends}, next on {on}
          </Trans>
        ) : (
          <Trans>It now sends {sends}</Trans>
        )}
      </p>
      {isInDoubt && (
        <p>
          <Trans>Check what it says now.</Trans>
        </p>
      )}
      <p>
        <Trans>Your changes are still here. Save again to replace what it says now.</Trans>
      </p>
    </Notice>
  );
}

/** What became of one that has ended, after a press that may have changed it. */
function EndedSince({ now }: Pick<Conflict, 'now'>) {
  if (now.state === 'released') {
    return now.send?.state === 'sent' ? (
      <Trans>It was sent since</Trans>
    ) : (
      <Trans>It was changed or sent since</Trans>
    );
  }
  return isUnsureOrder(now) ? (
    <Trans>It was stopped since, but it may have been sent before</Trans>
  ) : (
    <Trans>It was stopped since: nothing more is sent</Trans>
  );
}

type NotSavedProps = { error: Error; isUnsure: boolean; rest: readonly string[] | undefined };

/** Why nothing was changed, as far as that is known. */
export function NotSaved({ error, isUnsure, rest }: NotSavedProps): ReactNode {
  const failureMessage = useFailureMessage();
  if (isFailure(error, 'not-signed-in') && !isUnsure) return null;
  // What the first press made could not be read.
  if (isFailure(error, 'key-reused')) {
    return (
      <Notice tone="wait" role="alert" title={<Trans>Your first press counts</Trans>}>
        <p>
          <Trans>What you changed since was not saved. Change it there.</Trans>
        </p>
        <ButtonLink to={paths.scheduled()}>
          <Trans>Show what is scheduled</Trans>
        </ButtonLink>
      </Notice>
    );
  }
  const said = rest ?? (!isUnsure || isTellable(error) ? [failureMessage(error)] : []);
  if (said.length === 0 && !isUnsure) return null;
  return (
    <Notice
      tone={isUnsure ? 'wait' : 'stop'}
      role="alert"
      title={
        isUnsure ? (
          <Trans>We don’t know yet whether it was changed</Trans>
        ) : (
          <Trans>Nothing was changed</Trans>
        )
      }
    >
      {said.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {isUnsure && (
        <p>
          <Trans>Save again: it is changed only once.</Trans>
        </p>
      )}
      {error instanceof ApiError && error.failure === 'recipient-changed' && (
        <p>
          <Trans>Check the recipient on this page before you save.</Trans>
        </p>
      )}
    </Notice>
  );
}

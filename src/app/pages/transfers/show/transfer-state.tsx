import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { looksUp } from '../../../../contract/api/session.ts';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { sessionQuery } from '../../../api/session.ts';
import { withVerbatim } from '../../../i18n/trans.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { ArrivalTip } from '../../../transfers/arrival-tip.tsx';
import { RejectedAdvice, useRejectedTitle } from '../../../transfers/rejected.tsx';
import { StateCard, type StateMark } from '../../../transfers/state-card.tsx';
import { StateName } from '../../../transfers/status-badge.tsx';
import { useStateName } from '../../../transfers/use-state-name.ts';
import { Timeline } from '../../../ui/timeline.tsx';
import { stateBefore, type TransferStep, transferSteps } from './transfer-steps.ts';

type TransferStateProps = { detail: TransferDetail };

const marks = new Map<string, StateMark>([
  ['pending', 'sent'],
  ['assigned', 'progress'],
  ['executed', 'completed'],
  ['rejected', 'rejected'],
]);

/** The state of the transfer as the page's title, what happens next, and its steps. */
export function TransferState({ detail }: TransferStateProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { transfer, recipient } = detail;
  const { id, state, destination_account_id } = transfer;
  const recipientName = recipient?.alias ?? t`Recipient ${destination_account_id}`;
  const amount = money(transfer.destination_amount_cents, transfer.destination_amount_currency);
  const known = { state, amount, recipientName };
  return (
    <StateCard
      key={id}
      mark={marks.get(state) ?? 'unknown'}
      label={t`Status`}
      about={<Trans>Transfer {id}</Trans>}
      title={<Title {...known} />}
      figure={amount}
      below={
        <>
          <Steps detail={detail} />
          {detail.arrival && <ArrivalTip arrival={detail.arrival} />}
        </>
      }
    >
      <Next {...known} />
    </StateCard>
  );
}

type KnownProps = {
  state: string;
  /** Formatted amount that the recipient gets. */
  amount: string;
  /** Nickname of the recipient, or its number. */
  recipientName: string;
};

function Title({ state, amount, recipientName }: KnownProps) {
  const stateName = useStateName();
  const rejectedTitle = useRejectedTitle();
  switch (state) {
    case 'pending':
      return <StepName state={state} />;
    case 'assigned':
      return stateName(state);
    case 'executed':
      return <Trans>{amount} has arrived</Trans>;
    case 'rejected':
      return withVerbatim(rejectedTitle(recipientName), recipientName);
    default:
      return <Trans>We don’t know yet whether {recipientName} was paid</Trans>;
  }
}

/** What happens next, and what to do. */
function Next({ state, amount, recipientName }: KnownProps) {
  const bySupport = looksUp(useSuspenseQuery(sessionQuery).data.user.role);
  switch (state) {
    case 'pending':
      return (
        <p>
          <Trans>
            The payment service will pay {amount} to {recipientName}. There’s nothing to do, and it
            can’t be cancelled.
          </Trans>
        </p>
      );
    case 'assigned':
      return (
        <p>
          <Trans>
            A payment partner is paying out {amount} to {recipientName}. There’s nothing to do now.
          </Trans>
        </p>
      );
    case 'executed':
      return (
        <p>
          <Trans>The payment service paid it to {recipientName}. There’s nothing left to do.</Trans>
        </p>
      );
    case 'rejected':
      return <RejectedAdvice bySupport={bySupport} />;
    default:
      return (
        <p>
          {bySupport ? (
            <Trans>
              The payment service calls this status “{state}”. If this doesn’t change, ask the
              payment service.
            </Trans>
          ) : (
            <Trans>
              The payment service calls this status “{state}”. If this doesn’t change, contact
              support.
            </Trans>
          )}
        </p>
      );
  }
}

/** The steps, with when we first saw each state. */
function Steps({ detail: { transfer, timeline } }: TransferStateProps) {
  const { t } = useLingui();
  const { state } = transfer;
  const undone = stateBefore(state, timeline);
  return (
    <Timeline
      across
      label={t`Progress`}
      steps={transferSteps(state, timeline).map((step) => ({
        key: step.state,
        status: step.status,
        title: <StepName state={step.state} />,
        detail: (
          <StepDetail
            step={step}
            isPresent={step.state === state}
            isUndone={step.state === undone}
          />
        ),
      }))}
    />
  );
}

/** A sender has sent it when the service has it; support reads the state. */
function StepName({ state }: { state: string }) {
  const bySupport = looksUp(useSuspenseQuery(sessionQuery).data.user.role);
  if (state !== 'pending' || bySupport) return <StateName state={state} />;
  return <Trans context="of a transfer">Sent</Trans>;
}

type StepDetailProps = { step: TransferStep; isPresent: boolean; isUndone: boolean };

function StepDetail({ step, isPresent, isUndone }: StepDetailProps) {
  const { whole } = useMoment();
  if (step.status === 'next') return null;
  return (
    <>
      {isUndone && (
        <div>
          <Trans>The payment service changed this later.</Trans>
        </div>
      )}
      {step.seen_at ? whole(step.seen_at) : !isPresent && <Trans>We didn’t see this step.</Trans>}
    </>
  );
}

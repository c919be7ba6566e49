import { Trans, useLingui } from '@lingui/react/macro';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { isFinal } from '../../../../contract/transfer-state.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { StateName } from '../../../transfers/state-name.tsx';
import { WatchButton } from '../../../transfers/watch-button.tsx';
import { Ago } from '../../../ui/ago.tsx';
import { Card } from '../../../ui/card.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import styles from './transfer.module.css';
import { stateBefore, type TransferStep, transferSteps } from './transfer-steps.ts';

export type TransferTimelineProps = {
  detail: TransferDetail;
  /** When the state was last checked. */
  checkedAt: string;
};

/** Where the transfer is, with when this app first saw each state. */
export function TransferTimeline({ detail, checkedAt }: TransferTimelineProps) {
  const { t } = useLingui();
  const { state } = detail.transfer;
  const steps = transferSteps(state, detail.timeline);
  const undone = stateBefore(state, detail.timeline);
  return (
    <Card as="section">
      <Timeline
        label={t`Where it is`}
        steps={steps.map((step) => ({
          key: step.state,
          status: step.status,
          title: <StateName state={step.state} />,
          detail: (
            <StepDetail
              step={step}
              isPresent={step.state === state}
              isUndone={step.state === undone}
            />
          ),
        }))}
      />
      <p className={styles.checked}>
        <Trans>
          Checked <Ago at={checkedAt} />.
        </Trans>{' '}
        {!isFinal(state) && <Trans>This page updates itself.</Trans>}
      </p>
      <p className={styles.times}>
        <Trans>Times show when we first noticed each step.</Trans>
      </p>
      {!isFinal(state) && <WatchButton id={detail.transfer.id} />}
    </Card>
  );
}

type StepDetailProps = { step: TransferStep; isPresent: boolean; isUndone: boolean };

function StepDetail({ step, isPresent, isUndone }: StepDetailProps) {
  const { whole } = useMoment();
  if (step.status === 'next') return <Meaning step={step} />;
  return (
    <>
      {!isUndone && (step.status !== 'done' || step.state === 'executed') && (
        <div>
          <Meaning step={step} />
        </div>
      )}
      {isUndone && (
        <div>
          <Trans>The service changed this later.</Trans>
        </div>
      )}
      {step.seen_at ? whole(step.seen_at) : !isPresent && <Trans>Not seen by this app.</Trans>}
    </>
  );
}

/** What it means to be in a state, or to come to it. */
function Meaning({ step: { state, status } }: { step: TransferStep }) {
  switch (state) {
    case 'pending':
      return <Trans>The service has it.</Trans>;
    case 'assigned':
      return status === 'next' ? (
        <Trans>Someone takes it on to pay it out</Trans>
      ) : (
        <Trans>Someone is paying it out.</Trans>
      );
    case 'executed':
      return status === 'next' ? (
        <Trans>The money has arrived</Trans>
      ) : (
        <Trans>The money has arrived.</Trans>
      );
    case 'rejected':
      return <Trans>The service did not carry it out.</Trans>;
    default:
      return <Trans>This app doesn’t know this state.</Trans>;
  }
}

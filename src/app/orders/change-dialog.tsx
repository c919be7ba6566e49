import { Trans } from '@lingui/react/macro';
import type { ScheduledOrder } from '../../contract/api/scheduled-order.ts';
import { isFailure } from '../api/api-error.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { Button } from '../ui/button.tsx';
import { CloseDialogButton, Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Row, Stack } from '../ui/stack.tsx';
import { useOrderDays } from './use-order-days.ts';

type Skip = {
  kind: 'skip';
  order: Pick<ScheduledOrder, 'next'>;
  /** YYYY-MM-DD */
  day: string;
};

type ChangeDialogProps = {
  /** What can't be undone. */
  change: Skip | { kind: 'stop' };
  alias: string | undefined;
  pending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before a day is skipped, or all is stopped. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { change, alias, pending, error, onConfirm, onClose } = props;
  const failureMessage = useFailureMessage();
  const { brief } = useOrderDays();
  const day = change.kind === 'skip' && brief(change.day);
  return (
    <Dialog
      title={day ? <Trans>Skip {day}?</Trans> : <Trans>Stop this transfer?</Trans>}
      onClose={onClose}
    >
      <Stack>
        <p>
          {change.kind === 'skip' ? (
            <Skipped change={change} />
          ) : alias ? (
            <Trans>Nothing more is sent to {alias}. You can’t undo this.</Trans>
          ) : (
            <Trans>Nothing more is sent. You can’t undo this.</Trans>
          )}
        </p>
        {error && (
          <Notice
            tone="stop"
            role="alert"
            title={
              // What changed it may have been this question's own press before, whose answer was lost.
              isFailure(error, 'order-changed') ? (
                <Trans>We don’t know yet whether it was changed</Trans>
              ) : (
                failureMessage(error)
              )
            }
          >
            <Trans>Try again if you still see it below: it’s done only once.</Trans>
          </Notice>
        )}
        <Row>
          <Button variant="main" pending={pending} onClick={onConfirm}>
            <span>{day ? <Trans>Skip {day}</Trans> : <Trans>Stop transfer</Trans>}</span>
          </Button>
          <CloseDialogButton variant="quiet">
            <Trans>Cancel</Trans>
          </CloseDialogButton>
        </Row>
      </Stack>
    </Dialog>
  );
}

/** The day that is left out, and what comes instead. */
function Skipped({ change }: { change: Skip }) {
  const { day } = useOrderDays();
  const { order } = change;
  const left = order.next.filter((one) => one.day !== change.day);
  const skipped = day(change.day);
  const next = left[0] && day(left[0].shown.day);
  return next ? (
    <>
      <Trans>
        Nothing is sent on {skipped}. The next one is on {next}.
      </Trans>{' '}
      <Trans>You can’t undo this.</Trans>
    </>
  ) : (
    <Trans>Nothing is sent on {skipped}. It’s the last one, so nothing more is sent.</Trans>
  );
}

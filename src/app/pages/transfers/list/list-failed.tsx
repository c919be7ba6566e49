import { Trans } from '@lingui/react/macro';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

export type ListFailedProps = { error: Error; pending: boolean; onTryAgain: () => void };

/** Stands where the rows would, when not one could be read. */
export function ListFailed({ error, pending, onTryAgain }: ListFailedProps) {
  const failureMessage = useFailureMessage();
  return (
    <Card role="alert">
      <EmptyState
        title={<Trans>The transfers could not be read</Trans>}
        action={
          <Button variant="main" pending={pending} onClick={onTryAgain}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {failureMessage(error)}
      </EmptyState>
    </Card>
  );
}

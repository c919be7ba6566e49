import { Trans } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import { clockNow, subscribeToClock } from './clock.ts';

const patienceMs = 3_000;

type StillWaitingProps = {
  /** When the call began, in milliseconds since 1970; when this appeared if it is not given. */
  since?: number | undefined;
};

/** Says after 3 seconds that the payment service has not answered yet. */
export function StillWaiting({ since }: StillWaitingProps) {
  const now = useSyncExternalStore(subscribeToClock, clockNow, clockNow);
  const [appeared] = useState(clockNow);
  return (
    <p role="status">
      {now - (since ?? appeared) >= patienceMs && (
        <Trans>Still waiting for the payment service…</Trans>
      )}
    </p>
  );
}

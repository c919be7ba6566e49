import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { clockNow, subscribeToClock } from './clock.ts';

const patienceMs = 3_000;

export type StillWaitingProps = {
  /** When the call was begun, in milliseconds since 1970. */
  since: number;
};

/** Says after three seconds that the payment service is still being waited for. */
export function StillWaiting({ since }: StillWaitingProps) {
  const now = useSyncExternalStore(subscribeToClock, clockNow);
  return (
    <p role="status">
      {now - since >= patienceMs && <Trans>Still waiting for the payment service…</Trans>}
    </p>
  );
}

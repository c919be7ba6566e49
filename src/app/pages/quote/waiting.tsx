import { Trans } from '@lingui/react/macro';

export type WaitingProps = { country: boolean; complete: boolean };

/** What is still to come before there can be a rate. */
export function Waiting({ country, complete }: WaitingProps) {
  if (complete) {
    // Long enough that nothing larger is painted later: this stands there from the first moment.
    return (
      <Trans>
        Taking an estimate of what arrives. The rate moves all the time, and is set only when you
        send.
      </Trans>
    );
  }
  if (country) return <Trans>Enter an amount to see the rate.</Trans>;
  return <Trans>Choose where the money goes and enter an amount to see the rate.</Trans>;
}

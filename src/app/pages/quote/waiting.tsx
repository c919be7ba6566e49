import { Trans } from '@lingui/react/macro';

export type WaitingProps = { country: boolean; complete: boolean };

/** What is still to come before there can be a rate. */
export function Waiting({ country, complete }: WaitingProps) {
  if (complete) return <Trans>Getting the rate…</Trans>;
  if (country) return <Trans>Enter an amount to see the rate.</Trans>;
  return <Trans>Choose where the money goes and enter an amount to see the rate.</Trans>;
}

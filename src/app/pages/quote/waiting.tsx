import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';

/** After so long a person wonders whether anything happens. */
const patienceMs = 3_000;

export type WaitingProps = { country: boolean; complete: boolean };

/** What is still to come before there can be a rate. */
export function Waiting({ country, complete }: WaitingProps) {
  if (complete) return <Getting />;
  if (country) return <Trans>Enter an amount to see the rate.</Trans>;
  return <Trans>Choose where the money goes and enter an amount to see the rate.</Trans>;
}

/** An estimate is on its way; a slow one is said to be, and read out. */
function Getting() {
  const [isSlow, setSlow] = useState(false);
  // Only a timer can tell that nothing has come.
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {!isSlow && <Trans>Getting the rate…</Trans>}
      <span role="status">{isSlow && <Trans>Still waiting for the payment service…</Trans>}</span>
    </>
  );
}

import { Trans } from '@lingui/react/macro';

export type FailureKindProps = { kind: string };

/** How a call to the service failed, in plain words; a kind that we do not know as it came. */
export function FailureKind({ kind }: FailureKindProps) {
  switch (kind) {
    case 'credentials':
      return <Trans>Our credentials not accepted</Trans>;
    case 'not-written':
      return <Trans>Not reached</Trans>;
    case 'timeout':
      return <Trans>No answer in time</Trans>;
    case 'broken':
      return <Trans>Answer broken off, or an error of the service</Trans>;
    case 'refused':
      return <Trans>Refused by the service</Trans>;
    case 'redirected':
      return <Trans>Sent to another address</Trans>;
    case 'unreadable':
      return <Trans>Unreadable answer</Trans>;
    case 'busy':
      return <Trans>Too busy to answer</Trans>;
    default:
      return kind;
  }
}

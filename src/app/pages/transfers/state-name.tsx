import { Trans } from '@lingui/react/macro';

export type StateNameProps = { state: string };

/** A transfer's state in the person's language (contract 3); an unknown one as it came. */
export function StateName({ state }: StateNameProps) {
  switch (state) {
    case 'pending':
      return <Trans>Pending</Trans>;
    case 'assigned':
      return <Trans>Assigned</Trans>;
    case 'executed':
      return <Trans>Executed</Trans>;
    case 'rejected':
      return <Trans>Rejected</Trans>;
    default:
      return state;
  }
}

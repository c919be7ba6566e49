import { useLingui } from '@lingui/react/macro';

/** A transfer's state in the person's language (contract 3); an unknown one as it came. */
export function useStateName(): (state: string) => string {
  const { t } = useLingui();
  return (state) => {
    switch (state) {
      case 'pending':
        return t`Pending`;
      case 'assigned':
        return t`Assigned`;
      case 'executed':
        return t`Executed`;
      case 'rejected':
        return t`Rejected`;
      default:
        return state;
    }
  };
}

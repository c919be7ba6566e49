import { useLingui } from '@lingui/react/macro';
import type { SendState } from '../../../../contract/api/send-states.ts';

/** A sending's state, or what this page knows in place of one. */
export type OutcomeName = SendState | 'to-settle' | 'no-record' | 'no-such-key' | 'out-of-sight';

/** The outcome in one sentence. None of them says more than is known. */
export function useOutcomeTitle(name: OutcomeName): string {
  const { t } = useLingui();
  switch (name) {
    case 'sent':
      return t`Sent`;
    case 'intended':
      return t`Sending: the service has not answered yet`;
    case 'unconfirmed':
      return t`We could not confirm this transfer yet`;
    case 'unresolved':
      return t`Support will settle this transfer`;
    case 'to-settle':
      return t`This transfer waits for you to settle it`;
    case 'refused':
      return t`The service refused this transfer. Nothing was sent.`;
    case 'not_sent':
      return t`This transfer was not sent`;
    case 'no-record':
      return t`We have no record of this sending: nothing was sent`;
    case 'no-such-key':
      return t`We have no record of this sending`;
    case 'out-of-sight':
      return t`We can’t tell yet whether it was sent`;
  }
}

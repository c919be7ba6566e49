import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { isOpenSendMark } from '../../contract/api/open-send-marks.ts';
import { looksUp } from '../../contract/api/session.ts';
import { sessionQuery } from '../api/session.ts';

/**
 * A transfer's state in the person's language (contract 3), or the mark of an open send; an unknown state as the
 * service calls it.
 */
export function useStateWord(): (state: string) => string {
  const { t } = useLingui();
  return (state) => {
    switch (state) {
      case 'pending':
        return t`Pending`;
      case 'assigned':
        return t`In progress`;
      case 'executed':
        return t`Completed`;
      case 'rejected':
        return t`Rejected`;
      case 'unconfirmed':
        // A heading says it of several, which other languages say otherwise.
        return t({ message: 'Not confirmed yet', context: 'state of one transfer' });
      case 'unresolved':
        return t`Needs review`;
      default:
        return state;
    }
  };
}

/**
 * The service's own word for a state, which support needs to talk to the service. Undefined for senders, and
 * where our word is the same.
 */
export function useServiceWord(): (state: string) => string | undefined {
  const stateWord = useStateWord();
  // Read once: pages load the session before they show a state, and another person's session reloads the page.
  const session = useQueryClient().getQueryData(sessionQuery.queryKey);
  const bySupport = session !== undefined && looksUp(session.user.role);
  return (state) => {
    // Of an open send the service says nothing.
    if (!bySupport || isOpenSendMark(state)) return undefined;
    return stateWord(state).toLowerCase() === state ? undefined : state;
  };
}

/** Our word for a state, followed by the service's own for support. */
export function useStateName(): (state: string) => string {
  const stateWord = useStateWord();
  const serviceWord = useServiceWord();
  return (state) => {
    const [word, own] = [stateWord(state), serviceWord(state)];
    return own === undefined ? word : `${word} · ${own}`;
  };
}

import { queryOptions } from '@tanstack/react-query';
import { isOpen } from '../../../../contract/api/send-states.ts';
import { isFailure } from '../../../api/api-error.ts';
import { sendQuery } from '../../../api/sends.ts';

const lookAgainEvery = 3_000;
// People settle it, in their own time.
const askForSupportEvery = 15_000;

/** The sending, looked for until its outcome is known: also while Giro itself can't be reached. */
export function outcomeQuery(key: string) {
  const query = sendQuery(key);
  return queryOptions({
    ...query,
    networkMode: 'always',
    retry: false,
    // The loader has just tried.
    retryOnMount: false,
    refetchInterval: (it) => {
      if (isFailure(it.state.error, 'not-found')) return false;
      const state = it.state.data?.state;
      if (state === 'unresolved') return askForSupportEvery;
      return state === undefined || isOpen(state) ? lookAgainEvery : false;
    },
  });
}

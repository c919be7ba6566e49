import { queryOptions } from '@tanstack/react-query';
import { isOpen } from '../../../../contract/api/send-states.ts';
import { ApiError, isFailure } from '../../../api/api-error.ts';
import { readSend, sendQuery } from '../../../api/sends.ts';
import { dropPending, pendingWith } from '../../../open-sends/pending-sends.ts';
import { endPost, isOnItsWay } from '../posts.ts';

const lookAgainEvery = 3_000;
// People settle it, in their own time.
const askForSupportEvery = 15_000;

/** The sending, looked for until its outcome is known: also while Giro itself can't be reached. */
export function outcomeQuery(key: string) {
  return queryOptions({
    queryKey: sendQuery(key).queryKey,
    queryFn: ({ signal }) => readOnceSettled(key, signal),
    networkMode: 'always',
    retry: false,
    // The loader has just tried.
    retryOnMount: false,
    refetchInterval: (it) => {
      // Without a record it is not sent, unless its request comes in late: then the page says so.
      if (isFailure(it.state.error, 'not-found')) {
        return pendingWith(key) ? askForSupportEvery : false;
      }
      const state = it.state.data?.state;
      if (state === 'unresolved') return askForSupportEvery;
      return state === undefined || isOpen(state) ? lookAgainEvery : false;
    },
  });
}

/** While its request can still be on its way, no answer of the BFF is proof that it was never recorded. */
async function readOnceSettled(key: string, signal: AbortSignal) {
  const wasOnItsWay = await isOnItsWay(key);
  const send = await readSend(key, signal).catch(async (error: unknown) => {
    if (!isFailure(error, 'not-found')) throw error;
    if (await endPost(key)) return readSend(key, signal);
    if (wasOnItsWay || (await isOnItsWay(key))) throw new ApiError('send-in-flight');
    throw error;
  });
  dropPending(key);
  return send;
}

import { queryOptions } from '@tanstack/react-query';
import { isFailure } from '../../../api/api-error.ts';
import { sendQuery } from '../../../api/sends.ts';

const lookAgainEvery = 3_000;

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
      const open = it.state.data?.state === 'intended' || it.state.data?.state === 'unconfirmed';
      return it.state.data === undefined || open ? lookAgainEvery : false;
    },
  });
}

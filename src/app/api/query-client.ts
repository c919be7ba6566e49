import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isFailure } from './api-error.ts';
import { sessionEndedKey, sessionQuery } from './session.ts';

/** The app's cache. A read is repeated once where that can help; a call that changes something never. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => noticeEndedSession(error) }),
    mutationCache: new MutationCache({ onError: (error) => noticeEndedSession(error) }),
    defaultOptions: {
      // A call without a network fails at once and says so, rather than waiting for one in silence.
      queries: {
        networkMode: 'always',
        retry: (count, error) => count < 1 && error instanceof ApiError && error.status >= 500,
        staleTime: 10_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

  // Only a session that this page has seen can end; before that, the loader sends to the sign-in page.
  function noticeEndedSession(error: unknown) {
    if (!isFailure(error, 'not-signed-in')) return;
    if (client.getQueryData(sessionQuery.queryKey)) client.setQueryData(sessionEndedKey, true);
  }
  return client;
}

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isFailure } from './api-error.ts';
import { forgetLastList } from './own-device.ts';
import { noSessionKey, sessionEndedKey, sessionQuery, settingsQuery } from './session.ts';

/** The app's query cache. A failed read is retried once where that can help, a mutation never. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => noticeEndedSession(error) }),
    mutationCache: new MutationCache({ onError: (error) => noticeEndedSession(error) }),
    defaultOptions: {
      // Without a network a call fails at once and says so; the default would wait for one silently.
      queries: {
        networkMode: 'always',
        retry: (count, error) => count < 1 && error instanceof ApiError && error.status >= 500,
        staleTime: 10_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  // Never garbage collected: a session that is fetched again after it had ended would redirect to the
  // sign-in page and lose a half-filled form.
  for (const queryKey of [sessionQuery.queryKey, noSessionKey, settingsQuery.queryKey])
    client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });

  // Only a session that this page has loaded can end; before that, the loader redirects to sign-in.
  function noticeEndedSession(error: unknown) {
    if (!isFailure(error, 'not-signed-in')) return;
    forgetLastList();
    if (client.getQueryData(sessionQuery.queryKey)) client.setQueryData(sessionEndedKey, true);
  }
  return client;
}

import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type LiveState, liveStore } from './live-store.ts';

/**
 * For every page that shows transfers: while it stands and the tab is visible, what is in the cache
 * follows the service. Where the stream can't be had, the queries of `api/transfers.ts` poll.
 */
export function useLiveTransfers(): LiveState {
  const store = liveStore(useQueryClient());
  // The stream stands outside of React and is shared by all who are on the page: opened by the first,
  // closed by the last.
  return useSyncExternalStore(store.subscribe, store.state);
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { AsOf } from '../../contract/api/transfer.ts';
import { setConnected } from '../api/polling.ts';
import { applyTransfer, lastEventId } from '../api/transfer-cache.ts';
import { createEventStream } from './event-stream.ts';
import { createRefresher, isOfTransfers } from './refresher.ts';

type LiveState = {
  /** Whether the event stream is open; otherwise queries poll. */
  isLive: boolean;
  /** Latest age of the transfers from the stream. */
  asOf: AsOf | null;
};

const notLive: LiveState = { isLive: false, asOf: null };

type LiveStore = { state(): LiveState; subscribe(listener: () => void): () => void };

/**
 * Keeps cached transfers up to date while the page is mounted and the tab visible. Every page that shows
 * transfers calls it. Without the stream, the queries of `api/transfers.ts` poll.
 */
export function useLiveTransfers(): LiveState {
  const store = liveStore(useQueryClient());
  // All components of the page share one stream: the first subscriber opens it, the last one closes it.
  return useSyncExternalStore(store.subscribe, store.state, () => notLive);
}

/** Store of the one event stream, open while there are subscribers. */
function createLiveStore(client: QueryClient): LiveStore {
  const listeners = new Set<() => void>();
  const refresher = createRefresher(client);
  let state = notLive;

  function set(change: Partial<LiveState>) {
    state = { ...state, ...change };
    setConnected(state.isLive);
    for (const listener of listeners) listener();
  }

  const stream = createEventStream(
    {
      opened({ missed }) {
        set({ isLive: true });
        if (missed) refresher.allOutdated();
      },
      closed: () => set({ isLive: false }),
      transfer(row) {
        applyTransfer(client, row);
        refresher.outdated(row.id);
      },
      as_of(asOf) {
        // Queries that failed while the service was down can succeed now.
        if (state.asOf && state.asOf.service !== 'ok' && asOf.service === 'ok')
          refresher.allOutdated();
        set({ asOf });
      },
      reset: refresher.allOutdated,
    },
    () => lastEventId(client),
  );

  // A short outage may leave the stream open and without missed events, but queries may have failed in it.
  const backOnline = () => refresher.allOutdated();

  const isBeingRead = () => client.isFetching({ predicate: isOfTransfers }) > 0;

  /** Starts the stream once running queries have answered: only then `lastEventId` is known. */
  function startOnceRead() {
    if (listeners.size === 0) return;
    if (!isBeingRead()) return stream.start();
    const leave = client.getQueryCache().subscribe(() => {
      if (isBeingRead()) return;
      leave();
      if (listeners.size > 0) stream.start();
    });
  }

  function stopWhenLeft() {
    if (listeners.size > 0) return;
    window.removeEventListener('online', backOnline);
    stream.stop();
    refresher.stop();
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      window.addEventListener('online', backOnline);
      // After the page's other effects, which start queries.
      queueMicrotask(startOnceRead);
      return () => {
        listeners.delete(listener);
        // On navigation the old page unsubscribes just before the new one subscribes.
        queueMicrotask(stopWhenLeft);
      };
    },
  };
}

const stores = new WeakMap<QueryClient, LiveStore>();

/** One store per query client, and so per tab. */
export function liveStore(client: QueryClient): LiveStore {
  const store = stores.get(client) ?? createLiveStore(client);
  stores.set(client, store);
  return store;
}

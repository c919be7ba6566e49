import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { AsOf } from '../../contract/api/transfer.ts';
import { setConnected } from '../api/polling.ts';
import { applyTransfer, lastEventId } from '../api/transfer-cache.ts';
import { createEventStream } from './event-stream.ts';
import { createRefresher, isOfTransfers } from './refresher.ts';

export type LiveState = {
  /** Whether changes are told as they come; else they are asked for. */
  isLive: boolean;
  /** What the stream told last of how old the transfers are. */
  asOf: AsOf | null;
};

export type LiveStore = { state(): LiveState; subscribe(listener: () => void): () => void };

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

/** Keeps the transfers in the cache up to date by one stream of events, while anybody subscribes. */
function createLiveStore(client: QueryClient): LiveStore {
  const listeners = new Set<() => void>();
  const refresher = createRefresher(client);
  let state: LiveState = { isLive: false, asOf: null };

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
        // What could not be read meanwhile can be now.
        if (state.asOf && state.asOf.service !== 'ok' && asOf.service === 'ok')
          refresher.allOutdated();
        set({ asOf });
      },
      reset: refresher.allOutdated,
    },
    () => lastEventId(client),
  );

  // A stream that outlived the gap has missed nothing, and what was read in it may have failed.
  const backOnline = () => refresher.allOutdated();

  const isBeingRead = () => client.isFetching({ predicate: isOfTransfers }) > 0;

  /** Once what is being read is there: then it is known from which event on there is news. */
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
      // After the page's other effects, which begin to read.
      queueMicrotask(startOnceRead);
      return () => {
        listeners.delete(listener);
        // From page to page the one leaves just before the other comes.
        queueMicrotask(stopWhenLeft);
      };
    },
  };
}

const stores = new WeakMap<QueryClient, LiveStore>();

/** The one store of a cache, and so of a tab. */
export function liveStore(client: QueryClient): LiveStore {
  const store = stores.get(client) ?? createLiveStore(client);
  stores.set(client, store);
  return store;
}
